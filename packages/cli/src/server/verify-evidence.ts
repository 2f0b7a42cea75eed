import { readFile } from 'node:fs/promises';
import { type EvidenceReport, verifyEvidence } from '@millrace/server';
import { CommandError, exitCodes } from '../terminal/exit-codes.js';
import type { Output } from '../terminal/output.js';

/**
 * `millrace evidence verify`: from the file alone.
 *
 * @throws CommandError after naming what is wrong, line by line
 */
export async function verifyFile(output: Output, path: string, key: string | undefined): Promise<void> {
  const text = await readFile(path, 'utf8');
  let report: EvidenceReport;
  try {
    report = await verifyEvidence(text, key?.toLowerCase());
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`, exitCodes.invalid);
  }
  const { rows, seals, unsealed, hidden, forgotten, keys, signatures, problems } = report;
  await output.json({ valid: problems.length === 0, ...report });
  await output.text(problems.map(({ where, what }) => `${where}: ${what}\n`).join(''));
  if (problems.length > 0) {
    throw new CommandError(`${path} does not prove what it says: ${problems.length} problems`, exitCodes.invalid);
  }
  const counted = `${rows - unsealed} of ${rows} rows are as they were sealed, in ${seals} seals`;
  const hints = [
    signatures > 0 ? `${signatures} decisions were signed by a passkey, over their statements\n` : '',
    hidden > 0 ? `${hidden} rows are not in it: whoever asked for it does not see them\n` : '',
    forgotten > 0 ? `${forgotten} rows are not in it: they are older than the retention of the audit log\n` : '',
  ];
  await output.text(
    `${counted}\n${hints.join('')}${keys.map((fingerprint) => `signed with the key ${fingerprint}\n`).join('')}`,
  );
}

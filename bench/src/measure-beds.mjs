import { figuresOf, measure } from './figures.mjs';
import { driverConnections, withDriver } from './raw-driver.mjs';
import { pairsOf } from './scenarios-of-bed.mjs';

/**
 * Measures every scenario on every database in rounds: within a round the sizes follow each other, and of each size HTTP
 * and driver, in an order that turns round each time. So what else the machine does meets all of them alike.
 *
 * @returns figures by size, as `{ name, statements, http, driver }`
 */
export async function measureBeds(beds, { seconds, rounds, connections, only, say }) {
  const all = beds.map((bed) => ({ bed, pairs: pairsOf(bed), figures: [] }));
  for (const { bed, pairs } of all) {
    say(`${bed.size} processes: warming up`);
    for (const warming of [pairs[0], pairs[1]]) {
      await measure(warming.http, { concurrency: connections, seconds: seconds * 2, warmUp: 0 });
    }
  }
  const names = all[0]?.pairs.map(({ name }) => name) ?? [];
  for (const [index, name] of names.entries()) {
    if (only !== undefined && !name.includes(only)) continue;
    const taken = all.map(({ bed, pairs, figures }) => ({ bed, pair: pairs[index], figures, http: [], driver: [] }));
    for (let round = 0; round < rounds; round += 1) {
      for (const one of round % 2 === 0 ? taken : taken.toReversed()) {
        await measureBoth(one, { seconds, connections, httpFirst: round % 2 === 0 });
      }
    }
    for (const { bed, figures, http, driver } of taken) {
      const { statements } = taken[0].pair;
      const figure = { name, statements, http: figuresOf(http), driver: figuresOf(driver) };
      figures.push(figure);
      say(`  ${name}, ${bed.size}: ${lineOf(figure)}`);
    }
  }
  return all.map(({ figures }) => figures);
}

async function measureBoth({ bed, pair, http, driver }, { seconds, connections, httpFirst }) {
  const overHttp = async () => http.push(await measure(pair.http, { concurrency: connections, seconds }));
  const alone = () =>
    withDriver(bed.url, async (clients) => {
      const once = (loop) => pair.driver(clients[loop]);
      driver.push(await measure(once, { concurrency: driverConnections, seconds }));
    });
  for (const half of httpFirst ? [overHttp, alone] : [alone, overHttp]) await half();
}

export const lineOf = ({ http, driver }) =>
  `${Math.round(http.perSecond)}/s (${Math.round(http.least)} to ${Math.round(http.most)}), ` +
  `driver ${Math.round(driver.perSecond)}/s, share ${(http.perSecond / driver.perSecond).toFixed(2)}`;

import pg from 'pg';

const rounded = (value) => Math.round(value).toLocaleString('en');

/** Tells how far a load is, how fast it goes and how long it still takes: every few seconds, and at its end. */
export function loadProgress(say, from, count) {
  const begun = performance.now();
  let told = begun;
  return (done) => {
    const now = performance.now();
    if (now - told < 3000 && done < count) return;
    told = now;
    const perSecond = ((done - from) * 1000) / (now - begun);
    const left = Math.ceil((count - done) / perSecond);
    say(`  ${rounded(done)} of ${rounded(count)} processes loaded, ${rounded(perSecond)}/s, ${left} s to go`);
  };
}

/**
 * Tells every few seconds what PostgreSQL is building in the database until the work is done: how much of an index, or
 * for how long a statement has run.
 */
export async function whileTelling(say, url, work) {
  const client = new pg.Client({ connectionString: url, application_name: 'bench progress' });
  await client.connect();
  const begun = performance.now();
  const tell = async () => {
    const { rows } = await client.query(building);
    const elapsed = Math.round((performance.now() - begun) / 1000);
    for (const { what, share } of rows) say(`  ${elapsed} s: ${what}${share === null ? '' : `, ${share} %`}`);
  };
  let telling = Promise.resolve();
  const timer = setInterval(() => {
    telling = telling.then(tell).catch((error) => say(`  progress is not known: ${error.message}`));
  }, 10_000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await telling;
    await client.end();
  }
}

const building = `
  select coalesce('index ' || substring(a.query from 'processes_[a-z0-9_]+') || ', ' || p.phase,
      'counting, for ' || round(extract(epoch from now() - a.xact_start)) || ' s') as what,
    round(100.0 * coalesce(nullif(p.blocks_done, 0), p.tuples_done)
      / nullif(coalesce(nullif(p.blocks_total, 0), p.tuples_total), 0)) as share
  from pg_stat_activity a left join pg_stat_progress_create_index p on p.pid = a.pid
  where a.datname = current_database() and a.state = 'active' and a.application_name <> 'bench progress'
    and a.backend_type = 'client backend' and (p.pid is not null or a.xact_start < now() - interval '5 seconds')`;

import { randomInt } from 'node:crypto'
import { checkLog } from '../../ledger/check-log.ts'
import { listCurrentLogs, type LogFacts } from '../../ledger/logs.sql.ts'
import { type Check, expectThat, passed } from '../check.ts'

/** Logs that are larger are compared by `npm run ledger`, and by their last events here. */
const LAST = 1024
const LONGEST_WAIT_SECONDS = 60

/** Where many organisations have one, others are taken each time. */
const MOST_LOGS = 20

/** The log that anchors all of them, and some of the others. */
function sampleOf(logs: readonly LogFacts[]): LogFacts[] {
  const others = logs.filter(({ kind }) => kind !== 'anchor')
  const first = others.length > MOST_LOGS ? randomInt(others.length) : 0
  const some = [...others, ...others].slice(first, first + Math.min(MOST_LOGS, others.length))
  return [...logs.filter(({ kind }) => kind === 'anchor'), ...some]
}

/** SEC-13 */
export const auditLogIsWhole: Check = async ({ services: { database, ledger }, patience, signal }) => {
  const logs = await listCurrentLogs(database)
  const looked = sampleOf(logs)
  expectThat(logs.length > 0, 'There is no log')
  let compared = 0
  for (const log of looked) {
    signal.throwIfAborted()
    const from = Math.max(0, log.size - LAST)
    compared += log.size - from
    const damage = await checkLog(database, log, { from })
    const [first] = damage
    expectThat(
      first === undefined,
      `${damage.length} places of a log are damaged, the first is ${first?.index}: ${first?.problem}`,
      { log: log.id },
    )
  }
  const { rows } = await database.owner<{ rights: string[] }>(
    `select array(select r.role || ' may ' || p.privilege from unnest(array['anon', 'authenticated', 'service_role']) as r (role)
                  cross join unnest(array['update', 'delete', 'truncate']) as p (privilege)
                  where has_table_privilege(r.role, 'public.system_audit_log', p.privilege)) as rights`,
  )
  const rights = rows[0]?.rights ?? []
  const evidence = { logs: logs.length, logs_compared: looked.length, entries_compared: compared }
  expectThat(rights.length === 0, `Events can be changed: ${rights.join(', ')}`, evidence)
  const { waiting } = await ledger.delays()
  expectThat(
    waiting < LONGEST_WAIT_SECONDS * patience,
    `An event waits for its place for ${Math.round(waiting)} seconds`,
    evidence,
  )
  return passed(evidence)
}

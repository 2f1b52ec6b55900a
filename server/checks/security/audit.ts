import { randomInt } from 'node:crypto'
import { equalBytes } from '#crypto/bytes.ts'
import { parseCheckpoint } from '#ledger/notes/checkpoint.ts'
import { parseNote } from '#ledger/notes/note.ts'
import { rootOfSize } from '#ledger/tree/node.ts'
import { readNodesFromTiles } from '#ledger/tree/tile.ts'
import { readWitnessing } from '#ledger/witness/cosignatures.ts'
import { checkLog } from '../../ledger/check-log.ts'
import { findCurrentAnchor, listCurrentLogs, type LogFacts, newestCheckpoint } from '../../ledger/logs.sql.ts'
import { type Check, CheckFailure, type CheckServices, expectThat, passed } from '../check.ts'

/** Logs that are larger are compared by `npm run ledger`, and by their last events here. */
const LAST = 1024
const LONGEST_WAIT_SECONDS = 60

/** One of several witnesses may be late: a quorum is looked for among so many of the newest. */
const MAX_WITNESSED = 10

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
export const auditLogIsWhole: Check = async ({ services, patience, signal }) => {
  const { database, ledger } = services
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
    const newest = await newestCheckpoint(database, log.id)
    // The last entries alone say nothing of the root, which is over all of them.
    const isOfTree = !newest || (await isRootOf(ledger, log.id, newest))
    expectThat(isOfTree, 'A log was signed over other entries than it has', { log: log.id })
  }
  const witnessed = await witnessedSize(services)
  const { rows } = await database.owner<{ rights: string[] }>(
    `select array(select r.role || ' may ' || p.privilege || ' ' || t.name
                  from unnest(array['anon', 'authenticated', 'service_role']) as r (role)
                  cross join unnest(array['update', 'delete', 'truncate']) as p (privilege)
                  cross join unnest(array['public.system_audit_log', 'ledger.leaves', 'ledger.tiles', 'ledger.checkpoints', 'ledger.cosignatures']) as t (name)
                  where has_table_privilege(r.role, t.name, p.privilege)
                     or p.privilege = 'update' and has_any_column_privilege(r.role, t.name, p.privilege)) as rights`,
  )
  const rights = rows[0]?.rights ?? []
  const evidence = {
    logs: logs.length,
    logs_compared: looked.length,
    entries_compared: compared,
    ...(witnessed === undefined
      ? { skipped: 'what witnesses signed: none is set up, or none has signed yet (LEDGER_WITNESSES)' }
      : { witnessed_entries: witnessed }),
  }
  expectThat(rights.length === 0, `Events can be changed: ${rights.join(', ')}`, evidence)
  const { waiting } = await ledger.delays()
  expectThat(
    waiting < LONGEST_WAIT_SECONDS * patience,
    `An event waits for its place for ${Math.round(waiting)} seconds`,
    evidence,
  )
  return passed(evidence)
}

/** Whether a log has the entries that a checkpoint was signed over: as long as all of them have, each continues the ones before. */
async function isRootOf(
  { reader }: CheckServices['ledger'],
  logId: string,
  { size, root }: { size: number; root: Uint8Array },
): Promise<boolean> {
  const read = readNodesFromTiles(size, (tile) => reader.tile(logId, tile))
  return equalBytes(await rootOfSize(size, read), root)
}

/** @returns how many entries the newest checkpoint with cosignatures has; undefined where no witness signed one */
async function witnessedSize({ config, database, ledger }: CheckServices): Promise<number | undefined> {
  const anchor = await findCurrentAnchor(database)
  if (!config.ledgerWitnesses || !anchor) return undefined
  const { rows } = await database.owner<{ note: string }>(
    `select c.note || string_agg(w.line, '' order by w.witness) as note
     from ledger.checkpoints c join ledger.cosignatures w on w.log_id = c.log_id and w.size = c.size
     where c.log_id = $1 and c.size <= (select s.size from ledger.shown s where s.log_id = c.log_id and s.witnessed_at is not null)
     group by c.log_id, c.size, c.note order by c.size desc limit $2`,
    [anchor.id, MAX_WITNESSED],
  )
  if (rows.length === 0) return undefined
  for (const { note } of rows) {
    const { isEnough } = await readWitnessing(note, config.ledgerWitnesses.policy)
    if (!isEnough) continue
    const { size, root } = parseCheckpoint(parseNote(note).text)
    const isSame = await isRootOf(ledger, anchor.id, { size, root })
    expectThat(isSame, 'Witnesses signed another log than this one', { witnessed_entries: size })
    return size
  }
  throw new CheckFailure('No cosignature that is kept holds: it cannot be shown what witnesses signed')
}

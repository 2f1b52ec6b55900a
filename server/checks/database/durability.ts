import { asksOwner } from '../../db/asks.ts'
import { lookAtChecksums, lookAtDurability, lookAtVersion } from '../../doctor/database-checks.ts'
import { readServerFacts } from '../../doctor/doctor.sql.ts'
import { type Check, failed, passed } from '../check.ts'

/** DB-02 */
export const survivesPowerFailure: Check = async ({ services: { database } }) => {
  const facts = await readServerFacts(asksOwner(database))
  const { version, fsync, full_page_writes, synchronous_commit, checksums } = facts
  const evidence = { version, fsync, full_page_writes, synchronous_commit, checksums }
  for (const finding of [lookAtDurability(facts), lookAtChecksums(facts), lookAtVersion(facts)])
    if (finding.state !== 'ok') return failed(finding.saw, evidence)
  return passed(evidence)
}

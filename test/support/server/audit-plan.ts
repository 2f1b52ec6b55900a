import type { AuditFilter } from '#vault/audit/audit-log.ts'
import type { VaultPerson } from '../people/vault-person.ts'
import type { TestServer } from './test-server.ts'

/** Of a page of the log. */
export const PAGE_ROWS = 20

/** Runs the page's own query under the person's rights and counts the rows of the log it touched. @param most rows that are asked for */
export async function planOf(
  server: TestServer,
  person: VaultPerson,
  filter: AuditFilter & { statuses?: readonly string[] },
  most = PAGE_ROWS,
): Promise<{ rows: number; plan: string }> {
  const conditions = [
    ...(filter.category ? [`event_category = '${filter.category}'`] : []),
    ...(filter.risk ? [`risk_level = '${filter.risk}'`] : []),
    ...(filter.statuses ? [`status in (${filter.statuses.map((status) => `'${status}'`).join(',')})`] : []),
    ...(filter.userId ? [`user_id = '${filter.userId}'`] : []),
    ...(filter.consequences === 'hidden' ? [`details ->> 'cause' is null`] : []),
    ...(filter.types ? [`event_type in (${filter.types.map((type) => `'${type}'`).join(',')})`] : []),
  ]
  const claims = { sub: person.userId, role: 'authenticated' }
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
  const { rows } = await server.database.oneAsCaller<{ 'QUERY PLAN': { Plan: Node }[] }>(
    { role: 'authenticated', claims },
    {
      text: `explain (analyze, format json) select * from system_audit_log ${where}
             order by created_at desc, id desc limit ${most}`,
    },
  )
  const plan = JSON.stringify(rows[0]?.['QUERY PLAN'])
  return { rows: touched(rows[0]?.['QUERY PLAN'][0]?.Plan), plan }
}

type Node = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

function touched(node: Node | undefined): number {
  if (!node) return 0
  const own =
    node['Relation Name'] === 'system_audit_log'
      ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      : 0
  return own + (node.Plans ?? []).reduce((sum, child) => sum + touched(child), 0)
}

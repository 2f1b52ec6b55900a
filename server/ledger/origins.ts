import type { Transaction } from '../db/database.ts'
import type { LogKind } from './ledger.sql.ts'

const AUDIT = '/audit/'

/**
 * The name of a log as its checkpoints carry it, like an address without its scheme. All logs of an installation begin with the same name, also where its
 * address changed since the first of them: evidence tells by it whose log it is, as `isOfInstallation` says.
 */
export async function newOrigin(
  db: Transaction,
  publicUrl: string,
  { id, kind, epoch }: { id: string; kind: LogKind; epoch: number },
): Promise<string> {
  const { rows } = await db.query<{ origin: string }>({
    text: 'select origin from ledger.logs order by created_at, id limit 1',
  })
  const first = rows[0]?.origin
  const start = first === undefined ? startOf(publicUrl) : first.slice(0, first.lastIndexOf(AUDIT))
  const name = kind === 'organisation' ? `t/${id}` : kind
  return `${start}${AUDIT}${epoch === 1 ? name : `${name}/e${epoch}`}`
}

function startOf(publicUrl: string): string {
  const { host, pathname } = new URL(publicUrl)
  return `${host}${pathname.replace(/\/+$/, '')}`
}

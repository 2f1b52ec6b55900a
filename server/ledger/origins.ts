import type { LogKind } from './ledger.sql.ts'

/** The name of a log as its checkpoints carry it, like an address without its scheme. Evidence tells by it whose log it is: `isOfInstallation`. */
export function newOrigin(
  publicUrl: string,
  { id, kind, epoch }: { id: string; kind: LogKind; epoch: number },
): string {
  const { host, pathname } = new URL(publicUrl)
  const base = `${host}${pathname.replace(/\/+$/, '')}/audit`
  const name = kind === 'organisation' ? `t/${id}` : kind
  return epoch === 1 ? `${base}/${name}` : `${base}/${name}/e${epoch}`
}

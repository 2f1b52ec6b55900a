import type { VaultApi } from '#vault/session/api.ts'
import { runAct } from './acts.ts'

type Call = (line: VaultApi, ...args: unknown[]) => unknown

/** @returns calls of a room for one connection, each an act of the person. */
export function callsIn<Rooms extends Readonly<Record<string, object>>>(rooms: Rooms) {
  return (room: keyof Rooms & string, line: VaultApi): object => {
    const bound = Object.entries<Call>(rooms[room] as Record<string, Call>).map(([name, call]) => [
      name,
      (...args: unknown[]) => runAct((keyed) => call(keyed, ...args), { line, name: `${room}.${name}`, args }),
    ])
    return Object.fromEntries(bound) as object
  }
}

import { type Tile, type TileReader, tilePath } from '#ledger/tree/tile.ts'
import type { VaultApi } from '../session/api.ts'

/** What reading a log takes. */
export type LogApi = Pick<VaultApi, 'fetch'>

export async function readCheckpoint(api: LogApi, logId: string): Promise<string> {
  return (await api.fetch(`/audit/v1/logs/${logId}/checkpoint`, {})).text()
}

export function tileReader(api: LogApi, logId: string): TileReader {
  return async (tile: Tile) =>
    new Uint8Array(await (await api.fetch(`/audit/v1/logs/${logId}/${tilePath(tile)}`, {})).arrayBuffer())
}

/** The bytes of entries, bundled. */
export async function readBundle(api: LogApi, logId: string, path: string): Promise<Uint8Array> {
  return new Uint8Array(await (await api.fetch(`/audit/v1/logs/${logId}/${path}`, {})).arrayBuffer())
}

/** Neighbours need the same tiles. */
export function remembering(read: TileReader): TileReader {
  const tiles = new Map<string, Promise<Uint8Array>>()
  return (tile) => {
    const path = tilePath(tile)
    const known = tiles.get(path) ?? read(tile)
    tiles.set(path, known)
    return known
  }
}

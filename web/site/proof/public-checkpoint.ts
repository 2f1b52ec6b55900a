/** The newest state of the public log, as the server signed it. */
export type PublicCheckpoint = {
  size: number
  /** Of the root hash, in hexadecimal. */
  root: string
}

/** @throws {Error} when there is none, or the answer is no checkpoint. */
export async function readPublicCheckpoint(ask: typeof fetch = fetch): Promise<PublicCheckpoint> {
  const response = await ask('/audit/v1/logs/anchor/checkpoint', { cache: 'no-store' })
  if (!response.ok) throw new Error(`the checkpoint answered ${response.status}`)
  const { size, root } = /^[^\n]+\n(?<size>\d+)\n(?<root>[\w+/]{43}=)\n/.exec(await response.text())?.groups ?? {}
  if (size === undefined || root === undefined) throw new Error('the checkpoint cannot be read')
  return {
    size: Number(size),
    root: Array.from(atob(root), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join(''),
  }
}

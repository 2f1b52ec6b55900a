import { expect } from '@playwright/test'

/** Waits until the newest checkpoint has this many signatures. Two are the server's; a page shows the checkpoint of the moment in which it was opened. */
export async function expectSignatures(url: string, count: number): Promise<void> {
  const signatures = async (): Promise<number> =>
    (await (await fetch(`${url}/audit/v1/logs/anchor/checkpoint`)).text()).split('\n— ').length - 1
  await expect.poll(signatures, { timeout: 60_000 }).toBeGreaterThanOrEqual(count)
}

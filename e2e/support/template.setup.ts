import fs from 'node:fs'
import { TEMPLATE, startServer } from './server.ts'

/**
 * Makes the data folder that every server of the run starts from: one start creates the cluster and migrates it, the others copy it.
 * @returns what takes it away after the run.
 */
export default async function makeTemplate(): Promise<() => void> {
  const server = await startServer()
  await server.end()
  process.env[TEMPLATE] = server.dataDir
  return () => fs.rmSync(server.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

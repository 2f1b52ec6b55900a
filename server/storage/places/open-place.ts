import { openFolder } from './folder-place.ts'
import type { Place } from './place.ts'
import { openBucket } from './s3-place.ts'

/** @param address a folder, or `s3://bucket/prefix`. @throws {Error} when it cannot be used. */
export async function openPlace(address: string, env: NodeJS.ProcessEnv): Promise<Place> {
  return address.startsWith('s3://') ? openBucket(address, env) : openFolder(address)
}

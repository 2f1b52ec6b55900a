import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Config } from '../config.ts'
import { tryFolder } from '../disk/disk-files.ts'
import { createS3Store, type S3Settings } from '../storage/blobs/s3-store.ts'
import { readVersions } from '../storage/blobs/s3-versions.ts'
import { cannotTry } from './own-user.ts'
import { StoreTrialError, tryStore } from '../storage/upkeep/try-store.ts'
import type { Check } from './check.ts'
import { type Finding, ok, problem, reasonOf, skipped, warning } from './finding.ts'

const LIMIT_MS = 10_000

/** Where sealed content is kept. */
export const storageChecks: readonly Check[] = [
  { name: 'content-store', look: ({ config }) => (config.s3 ? lookAtBucket(config.s3) : lookAtDisk(config)) },
  { name: 'bucket-versions', look: ({ config }) => lookAtVersions(config) },
]

/** Stores nothing: what root leaves in folders of the server, the server could not change. */
async function lookAtDisk({ dataDir }: Config): Promise<Finding> {
  const folder = path.join(dataDir, 'storage')
  if (!fs.existsSync(folder)) return skipped('There is no folder for content yet; the first start makes it.')
  const untried = cannotTry(folder)
  if (untried) return untried
  try {
    const inside = ['staging', 'blobs'].map((name) => path.join(folder, name))
    for (const one of inside.filter((name) => fs.existsSync(name))) await tryFolder(one)
  } catch (error) {
    return problem(
      `Content cannot be stored in ${folder} (${reasonOf(error)}).`,
      'Look as the user that runs the server, and give the folder to that user.',
    )
  }
  return ok(`Content can be stored in ${folder}.`)
}

/** Stores, reads and removes a small blob of its own. */
async function lookAtBucket(s3: S3Settings): Promise<Finding> {
  const staging = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-doctor-'))
  try {
    await tryStore(await createS3Store(staging, s3), LIMIT_MS)
    return ok(`Content can be stored in the bucket ${s3.bucket}, read and removed.`)
  } catch (error) {
    if (!(error instanceof StoreTrialError))
      return problem(reasonOf(error), 'Make the bucket first if there is none; the server does not make it.')
    return problem(
      `The bucket ${s3.bucket} can be reached, but not used to ${error.step} content (${reasonOf(error.cause)}).`,
      'Allow s3:PutObject, s3:GetObject, s3:DeleteObject and s3:ListBucket to the key of S3_ACCESS_KEY_ID.',
    )
  } finally {
    fs.rmSync(staging, { recursive: true, force: true })
  }
}

async function lookAtVersions({ s3 }: Config): Promise<Finding> {
  if (!s3) return skipped('Content is kept on the local disk.')
  try {
    const kept = await readVersions(s3)
    if (kept === 'for-good')
      return warning(
        `The bucket ${s3.bucket} keeps old versions for good: deleted content stays there, and is paid for.`,
        'Give the bucket a rule that removes old versions and delete markers after some days, or switch versions off.',
      )
    return ok(
      kept === 'none' ? 'The bucket keeps no old versions.' : 'The bucket removes old versions after some days.',
    )
  } catch (error) {
    return skipped(`The bucket does not say whether it keeps old versions (${reasonOf(error)}).`)
  }
}

import { StorageError } from '../storage-error.ts'

const KEY = /^(\w|[/!.*'()&$=@;:+,?\- ])+$/
const BUCKET = /^(\w|[!.*'()&$=@;:+,?\- ]){1,100}$/
const MAX_KEY_BYTES = 1024

/**
 * Checks the name of an object: letters, digits and a few signs of ASCII, as the wire contract has it.
 * @throws {StorageError} `InvalidKey`
 */
export function parseObjectKey(key: string | undefined): string {
  const isRelative = key?.split('/').some((segment) => segment === '.' || segment === '..')
  if (!key || key.length > MAX_KEY_BYTES || key.startsWith('/') || isRelative || !KEY.test(key)) {
    throw new StorageError('InvalidKey', `Invalid key: ${(key ?? '').slice(0, 100)}`)
  }
  return key
}

/** @throws {StorageError} `InvalidBucketName` */
export function parseBucketName(name: string | undefined): string {
  if (!name || !BUCKET.test(name) || name.trim() !== name) throw new StorageError('InvalidBucketName')
  return name
}

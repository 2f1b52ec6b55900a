import type { FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseError } from 'pg'
import { CallerError } from '../http/caller.ts'
import { logOutage, outageOf } from '../http/outage.ts'
import { RateLimitError } from '../http/rate-limits.ts'
import { ReadingSlowed } from '#server/threats/reading-slowed.ts'
import { BlobMissingError, BodyTooLargeError } from './blobs/blob-store.ts'
import { dropUnreadBody } from './uploads/unread-body.ts'

/** Status that the body names; HTTP itself says 400 for every business error, because clients of this wire expect it. */
const ERRORS = {
  NoSuchBucket: [404, 'Bucket not found', 'Bucket not found'],
  NoSuchKey: [404, 'not_found', 'Object not found'],
  AccessDenied: [403, 'Unauthorized', 'new row violates row-level security policy'],
  ResourceAlreadyExists: [409, 'Duplicate', 'The resource already exists'],
  ResourceNotEmpty: [409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty'],
  ResourceInUse: [409, 'ResourceInUse', 'A file record still points at this object; delete the record first'],
  EntityTooLarge: [413, 'Payload too large', 'The object exceeded the maximum allowed size'],
  QuotaReached: [413, 'Quota reached', 'There is no room for this in the storage of the account; nothing was stored'],
  OrganisationFull: [
    413,
    'Quota reached',
    'Your organisation has no storage left: delete files for good, or ask its administrators, who can ask the operator of this server for more; nothing was stored',
  ],
  FileLimitReached: [
    413,
    'File limit reached',
    'The account or its organisation has as many files as the server allows; nothing was stored',
  ],
  InvalidMimeType: [415, 'invalid_mime_type', 'mime type is not supported'],
  InvalidKey: [400, 'InvalidKey', 'Invalid key'],
  InvalidBucketName: [400, 'Invalid Input', 'Bucket name invalid'],
  ExpiredToken: [400, 'ExpiredToken', 'The signature has expired'],
  InvalidSignature: [400, 'InvalidSignature', 'The signature is not for this'],
  /** Of a bearer; `InvalidJWT` is of a token in an address. */
  InvalidBearer: [403, 'Unauthorized', 'Invalid Compact JWS'],
  SecondFactorRequired: [403, 'Unauthorized', 'Your organisation requires a second factor: set one up, or use it'],
  SignInWayRequired: [
    403,
    'Unauthorized',
    'Your organisation takes other ways to sign in: sign in by a passkey or an identity provider, as it requires',
  ],
  ReadingSlowed: [
    429,
    'ReadingSlowed',
    'Unusually many files were read on a new device: confirm on the Security page that it is you',
  ],
  StepUpRequired: [403, 'Unauthorized', 'Something unusual was noticed: confirm that it is you'],
  InvalidJWT: [400, 'InvalidJWT', 'Invalid Compact JWS'],
  InvalidRange: [416, 'InvalidRange', 'The requested range is not satisfiable'],
  InvalidRequest: [400, 'InvalidRequest', 'Invalid request'],
  MissingAuthorization: [400, 'Error', `headers must have required property 'authorization'`],
  RequestTimeout: [408, 'RequestTimeout', 'The body stopped arriving'],
  ResourceLocked: [423, 'ResourceLocked', 'The resource is locked'],
  ContentLost: [500, 'ContentLost', 'The stored content of this object is missing or damaged'],
  InternalError: [500, 'InternalError', 'Internal server error'],
  SlowDown: [503, 'SlowDown', 'The server is busy, please try again'],
  StorageUnavailable: [503, 'StorageUnavailable', 'The server cannot write to its storage'],
  InsufficientStorage: [507, 'InsufficientStorage', 'The server has no space left to store this'],
} as const
/** Statuses that HTTP says as well: nothing about the request was wrong. */
const OUR_FAULT = new Set<number>([500, 503, 507])
const SAID_BY_HTTP = new Set<number>([...OUR_FAULT, 429])
export type StorageErrorCode = keyof typeof ERRORS

/** A refusal of storage/v1. `message` is for people; clients match on `code`. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly code: StorageErrorCode
  readonly status: number
  readonly tag: string
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: StorageErrorCode,
    message?: string,
    options?: ErrorOptions & { retryAfterSeconds?: number | undefined },
  ) {
    const [status, tag, text] = ERRORS[code]
    super(message ?? text, options)
    this.code = code
    this.status = status
    this.tag = tag
    this.retryAfterSeconds = options?.retryAfterSeconds
  }
}

/** Translates whatever a route threw into the one refusal to show; an unknown error becomes `InternalError`. */
export function asStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  const outage = outageOf(error)
  if (outage) {
    const { message, retryAfterSeconds, isNothingDone } = outage
    return new StorageError(isNothingDone ? 'SlowDown' : 'StorageUnavailable', message, {
      cause: error,
      retryAfterSeconds,
    })
  }
  if (error instanceof ReadingSlowed) {
    return new StorageError('ReadingSlowed', error.message, {
      cause: error,
      retryAfterSeconds: error.retryAfterSeconds,
    })
  }
  if (error instanceof RateLimitError) {
    const { message, retryAfterSeconds } = error
    return new StorageError('SlowDown', message, { cause: error, retryAfterSeconds })
  }
  if (error instanceof BodyTooLargeError) return new StorageError('EntityTooLarge', undefined, { cause: error })
  if (error instanceof BlobMissingError) return new StorageError('ContentLost', undefined, { cause: error })
  if (error instanceof DatabaseError) return fromDatabase(error)
  const disk = fromDisk(error)
  if (disk) return disk
  if (error instanceof CallerError) {
    return new StorageError(codeOf(error), error.message, { cause: error })
  }
  if (
    error instanceof Error &&
    'statusCode' in error &&
    typeof error.statusCode === 'number' &&
    error.statusCode < 500
  ) {
    return new StorageError(error.statusCode === 413 ? 'EntityTooLarge' : 'InvalidRequest', error.message, {
      cause: error,
    })
  }
  return new StorageError('InternalError', undefined, { cause: error })
}

function codeOf({ code }: CallerError): StorageErrorCode {
  if (code === 'step_up_required') return 'StepUpRequired'
  if (code === 'sign_in_way_required') return 'SignInWayRequired'
  return code === 'second_factor_required' ? 'SecondFactorRequired' : 'InvalidBearer'
}

const OWN_LIMIT =
  'Your organisation has set a limit for your account, and this does not fit in it: delete files for good, or ask who manages its people; nothing was stored'

/** What the disk says when there is no room: full, over quota. Somebody has to make room, so it is not asked again. */
function fromDisk(error: unknown): StorageError | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG')
    return new StorageError('InsufficientStorage', undefined, { cause: error })
  return undefined
}

function fromDatabase(error: DatabaseError): StorageError {
  switch (error.code) {
    case '42501':
      return new StorageError('AccessDenied', error.message.startsWith('new row') ? undefined : error.message, {
        cause: error,
      })
    // Raised by threats.refuse_held() of the database.
    case 'QS427':
      return new StorageError('StepUpRequired', undefined, { cause: error })
    // Raised by authz.refuse_without_factor() of the database.
    case 'QS428':
      return new StorageError('SecondFactorRequired', undefined, { cause: error })
    // Raised by authz.refuse_without_way() of the database.
    case 'QS492':
      return new StorageError('SignInWayRequired', undefined, { cause: error })
    // Raised by storage.keep_quota() of the database.
    case 'QS413':
      return new StorageError('QuotaReached', undefined, { cause: error })
    case 'QS484':
      return new StorageError('QuotaReached', OWN_LIMIT, { cause: error })
    case 'QS494':
      return new StorageError('OrganisationFull', undefined, { cause: error })
    case 'QS415':
      return new StorageError('FileLimitReached', undefined, { cause: error })
    case '23505':
      return new StorageError('ResourceAlreadyExists', undefined, { cause: error })
    // Restrict has had a code of its own since PostgreSQL 18.
    case '23001':
    case '23503':
      return error.constraint === 'file_records_object_fkey' || error.constraint === 'file_versions_object_fkey'
        ? new StorageError('ResourceInUse', undefined, { cause: error })
        : new StorageError('NoSuchBucket', 'The related resource does not exist', { cause: error })
    default:
      return new StorageError('InternalError', undefined, { cause: error })
  }
}

/** Answers with the JSON shape of storage/v1. */
export function sendStorageError(request: FastifyRequest, reply: FastifyReply, cause: unknown): FastifyReply {
  const error = asStorageError(cause)
  logStorageFailure(request, cause, error)
  dropUnreadBody(request, reply, { isStalled: error.status === 408 })
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds)
  return reply.code(SAID_BY_HTTP.has(error.status) ? error.status : 400).send(storageErrorBody(error))
}

/** @param cause what the route threw, which `error` presents. */
export function logStorageFailure(request: FastifyRequest, cause: unknown, error: StorageError): void {
  const outage = outageOf(cause)
  if (outage) logOutage(request, cause, outage)
  else if (OUR_FAULT.has(error.status) && error.code !== 'SlowDown') {
    request.log.error({ err: error.cause ?? error }, 'storage request failed')
  }
}

/** The JSON that says a refusal. */
export function storageErrorBody({ status, tag, message, code }: StorageError) {
  // Clients of ours know a session that has ended by this code.
  return { statusCode: String(status), error: tag, message, code: code === 'InvalidBearer' ? 'InvalidJWT' : code }
}

/** A refusal of the resumable protocol, which uses real HTTP statuses and plain text (TUS 1.0.0). */
export class TusError extends Error {
  override readonly name = 'TusError'
  readonly status: number

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}

import { DatabaseError } from 'pg'
import { withoutSecrets } from './without-secrets.ts'

type Described = {
  type: string
  code?: string
  message: string
  stack: string
  cause?: Described
  errors?: Described[]
  [ofDatabase: string]: unknown
}

const DEEPEST = 3
const MOST_ERRORS = 3
/** By class of SQLSTATE: what was wrong with a value, which the text may quote. */
const ABOUT_VALUES = /^(22|23|P0)/
/** Names of the schema. What PostgreSQL says beside them quotes rows and statements. */
const OF_DATABASE = ['severity', 'schema', 'table', 'column', 'constraint', 'routine'] as const

/** What a log may hold of an error that comes from anywhere: what it is and where, without the values that it was about. */
export function describeError(error: unknown, depth = 0): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutSecrets(String(error)), stack: '' }
  const { cause } = error
  const isDeepest = depth >= DEEPEST
  return {
    type: error.name,
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...statusOf(error),
    ...textsOf(error),
    ...(error instanceof DatabaseError && namesIn(error)),
    ...(cause !== undefined && !isDeepest && { cause: describeError(cause, depth + 1) }),
    ...(error instanceof AggregateError &&
      !isDeepest && { errors: error.errors.slice(0, MOST_ERRORS).map((one) => describeError(one, depth + 1)) }),
  }
}

/** PostgreSQL quotes a value in the language of its messages, and a value may hold quotes and line breaks: nothing of such a text is kept. */
function textsOf(error: Error): { message: string; stack: string } {
  const { message, stack = '' } = error
  if (!(error instanceof DatabaseError && ABOUT_VALUES.test(error.code ?? '')))
    return { message: withoutSecrets(message), stack: withoutSecrets(stack) }
  const at = message === '' ? -1 : stack.indexOf(message)
  const frames = at < 0 ? '' : stack.slice(at + message.length)
  return { message: '…', stack: withoutSecrets(`${error.name}: …${frames}`) }
}

/** Of S3 and its like. */
function statusOf(error: Error): { status?: number } {
  const metadata = '$metadata' in error ? error.$metadata : undefined
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return {}
  return typeof metadata.httpStatusCode === 'number' ? { status: metadata.httpStatusCode } : {}
}

function namesIn(error: DatabaseError): Record<string, string> {
  return Object.fromEntries(
    OF_DATABASE.flatMap((name) => {
      const value = error[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

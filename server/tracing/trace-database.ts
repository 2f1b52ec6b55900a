import { SpanKind, type Tracer } from '@opentelemetry/api'
import type { Caller, Database } from '../db/database.ts'
import { inPart, type SpanOf } from './in-span.ts'

type DatabaseRole = Caller['role'] | 'owner'

/**
 * Puts a span around each transaction of `database`, and of the part of it for storage. Neither statements nor values are in them: statements of
 * the API are made of what callers write.
 */
export function traceDatabase(database: Database, tracer: Tracer): void {
  const part = <T>(name: 'transaction' | 'statement', role: DatabaseRole, work: () => Promise<T>) =>
    inPart(tracer, spanOf(name, role), work)
  const oneAsCaller = database.oneAsCaller.bind(database)
  const asCaller = database.asCaller.bind(database)
  const asOwner = database.asOwner.bind(database)
  const owner = database.owner.bind(database)
  const forStorage = database.forStorage.bind(database)
  database.oneAsCaller = (caller, ...rest) => part('statement', caller.role, () => oneAsCaller(caller, ...rest))
  database.asCaller = (caller, ...rest) => part('transaction', caller.role, () => asCaller(caller, ...rest))
  database.asOwner = (work) => part('transaction', 'owner', () => asOwner(work))
  database.owner = (...statement) => part('statement', 'owner', () => owner(...statement))
  let storage: Database | undefined
  database.forStorage = () => {
    if (storage) return storage
    storage = forStorage()
    traceDatabase(storage, tracer)
    return storage
  }
}

const spanOf = (name: 'transaction' | 'statement', role: DatabaseRole): SpanOf => ({
  name: `postgresql ${name}`,
  kind: SpanKind.CLIENT,
  attributes: { 'db.system.name': 'postgresql', 'quantumshield.db.role': role },
})

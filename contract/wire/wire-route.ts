import type { z } from 'zod'
import type { Permission } from '../permissions.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One request that the page makes and the server answers. Both sides import it: the handler parses with its schemas, and the call of the page takes
 * and returns their types.
 */
export type WireRoute = {
  /** Method and address; `:id` is the id of what it is about. */
  readonly line: `${Method} /${string}`
  /** `everybody`: people without any role as well; what they see is decided in the database. */
  readonly permission: Permission | 'everybody'
  /** Answered only for the organisation that runs the installation. */
  readonly isOfOperator?: true
  /** One sentence for the reference. */
  readonly summary: string
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** Absent where the answer has no body, status 204. */
  readonly answer?: z.ZodType
  /** A file in place of JSON, by its media types. */
  readonly file?: readonly string[]
  /** Something new was made: 201. */
  readonly makes?: true
  /** A body that is understood, for the reference and for tests that ask as everybody. */
  readonly example?: unknown
  /** For what changes something: `fresh` where only a session that was just proven may, otherwise the reason why an older one is enough. */
  readonly proof?: string
}

/** Routes among the exports of modules of the contract, lists with their pages. */
export const wireRoutesOf = (...modules: readonly object[]): WireRoute[] =>
  modules.flatMap((exported) =>
    Object.values(exported).flatMap((one: { line?: string; page?: WireRoute }) =>
      one.page ? [one.page] : typeof one.line === 'string' ? [one as WireRoute] : [],
    ),
  )

/** Keeps the exact type of a route. */
export const wireRoute = <const Route extends WireRoute>(route: Route): Route => route

type IdOf<Route extends WireRoute> = Route['line'] extends `${string}/:id${string}` ? { id: string } : object
type Part<Route extends WireRoute, Name extends 'query' | 'body', Side extends 'input' | 'output'> =
  Route extends Record<Name, infer Schema extends z.ZodType>
    ? Record<Name, Side extends 'input' ? z.input<Schema> : z.output<Schema>>
    : object

/** Parts of a request as the page gives them. */
export type Given<Route extends WireRoute> = IdOf<Route> & Part<Route, 'query', 'input'> & Part<Route, 'body', 'input'>
/** Parts of a request as the handler gets them. */
export type Asked<Route extends WireRoute> = IdOf<Route> &
  Part<Route, 'query', 'output'> &
  Part<Route, 'body', 'output'>
/** Answer as the page gets it. */
export type Answered<Route extends WireRoute> = Route extends { answer: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : void

/** Value that JSON makes `T` of: times are texts on the wire, and `Date` on the server. */
export type Sendable<T> = T extends string
  ? string extends T
    ? T | Date
    : T
  : T extends readonly (infer One)[]
    ? readonly Sendable<One>[]
    : T extends object
      ? { readonly [Name in keyof T]: Sendable<T[Name]> }
      : T

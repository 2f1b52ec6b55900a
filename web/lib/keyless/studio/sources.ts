import type { SectionFacts } from '#contract/sources/sources.ts'
import {
  addSource as addRoute,
  findFacts as factsRoute,
  listSources as listRoute,
  readSource as readRoute,
  removeSource as removeRoute,
} from '#contract/sources/sources-wire.ts'
import type { Answered, Given } from '#contract/wire/wire-route.ts'
import type { VaultApi } from '#vault/session/api.ts'
import { callRoute } from '../call-route.ts'

export type SourceList = Answered<typeof listRoute>
export type ListedSource = SourceList['sources'][number]
export type NewSource = Given<typeof addRoute>['body']

/** The newest first. @throws {VaultError} `not_allowed` */
export const listSources = (api: VaultApi): Promise<SourceList> => callRoute(api, listRoute, {})

export const readSource = (api: VaultApi, id: string): Promise<{ name: string; text: string }> =>
  callRoute(api, readRoute, { id })

/** @returns how many sentences of it can be quoted. @throws {VaultError} */
export const addSource = async (api: VaultApi, source: NewSource): Promise<number> =>
  (await callRoute(api, addRoute, { body: source })).sentences

export const removeSource = (api: VaultApi, id: string): Promise<void> => callRoute(api, removeRoute, { id })

/** Sentences of the sources that fit the sections of a text. */
export const findFacts = async (api: VaultApi, asked: Given<typeof factsRoute>['body']): Promise<SectionFacts[]> =>
  (await callRoute(api, factsRoute, { body: asked })).sections

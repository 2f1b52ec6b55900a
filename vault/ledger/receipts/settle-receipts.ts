import { RECEIPT_DUE_MS } from '#contract/audit/receipts.ts'
import { equalBytes } from '#crypto/bytes.ts'
import { fromBase64Url } from '#crypto/encoding.ts'
import { readEntry } from '#ledger/events/entry.ts'
import { type PromisedEvent, readReceipt, type Receipt } from '#ledger/events/receipt.ts'
import { leafHash } from '#ledger/tree/hash.ts'
import type { NodeReader } from '#ledger/tree/node.ts'
import { proveInclusion } from '#ledger/tree/prove.ts'
import { readNodesFromTiles } from '#ledger/tree/tile.ts'
import { isIncluded, type TreeHead } from '#ledger/tree/verify-proof.ts'
import type { VaultApi } from '../../session/api.ts'
import { type PlaceFacts, readPlaces } from '../read-logs.ts'
import { remembering, tileReader } from '../read-tiles.ts'
import type { WatchedTree } from '../verify-events.ts'
import { orUndefined } from '../watch-log.ts'
import {
  type BrokenPromise,
  type KeptReceipt,
  type KeptReceipts,
  recallReceipts,
  rememberReceipts,
} from './receipt-memory.ts'
import { knownLogs, readProper, type ReceiptDevice } from './take-receipt.ts'

/** Asked for at a time; the rest waits for the next. */
const MOST_AT_ONCE = 100
/** Between the first look without an event and the one that says so: after an hour without power, what waited gets its place within a second. */
const SECOND_LOOK_MS = 60_000
/** A promise about a log that is not shown to the person any more, as after they changed organisation, is kept for so long. */
const KEPT_ELSEWHERE_MS = 90 * 86_400_000

/** What became of what the server promised. */
export type ReceiptReport = {
  /** Promises that are not due yet, or not checked. */
  readonly waiting: number
  /** Promises about logs that are not shown to the person any more. */
  readonly elsewhere: number
  /** Promises that were never checked, since this device keeps the newest only. */
  readonly dropped: number
  readonly broken: readonly {
    readonly problem: BrokenPromise
    readonly event: string
    readonly log: string
    /** When it was promised, as the server signed it. */
    readonly atMs: number
    readonly call: string
    /** To be kept as proof. */
    readonly text: string
  }[]
  readonly lacking: KeptReceipts['lacking']
}

/**
 * Asks the logs for what was promised and is due. A promise that was kept is forgotten.
 *
 * @param trees of the logs that hold events, as they were verified.
 */
export async function settleReceipts(
  api: VaultApi,
  trees: ReadonlyMap<string, WatchedTree>,
  device: ReceiptDevice,
): Promise<ReceiptReport> {
  const { receipts: memory, userId, nowMs } = device
  const origins = new Set([...trees.values()].map(({ facts }) => facts.origin))
  const asked = dueOf(await checkSignatures(device), origins, nowMs)
  const read = asked.map((kept) => ({ kept, receipt: readReceipt(kept.text) }))
  const ids = read.flatMap(({ receipt }) => receipt.events.map(({ id }) => id))
  const places = new Map((await readPlaces(api, ids)).map((place) => [place.id, place]))
  const judge = judgeBy(places, readersOf(api, trees))
  const settled = new Map(
    await Promise.all(read.map(async ({ kept, receipt }) => [kept.text, await settle(kept, receipt)] as const)),
  )

  async function settle(kept: KeptReceipt, receipt: Receipt): Promise<KeptReceipt | 'kept'> {
    const judged = await Promise.all(receipt.events.map(judge))
    const wrong = judged.find(({ state }) => state !== 'kept')
    if (!wrong && (kept.expects === null || judged.some(({ type }) => type === kept.expects))) return 'kept'
    const [event = ''] = wrong ? [wrong.event] : receipt.events.map(({ id }) => id)
    if (wrong?.state !== 'missing') {
      const problem = wrong ? 'changed' : 'other_event'
      return { ...kept, broken: kept.broken ?? { problem, event, foundAtMs: nowMs } }
    }
    const missedAtMs = kept.missedAtMs ?? nowMs
    const isSure = kept.broken !== null || nowMs - missedAtMs >= SECOND_LOOK_MS
    const broken = isSure ? (kept.broken ?? { problem: 'missing', event, foundAtMs: nowMs }) : null
    return { ...kept, missedAtMs, broken }
  }

  return memory.alone(userId, async () => {
    const before = await recallReceipts(memory, userId)
    const after: KeptReceipts = {
      ...before,
      receipts: before.receipts.flatMap((one) => {
        const found = settled.get(one.text) ?? one
        if (found === 'kept' || isForgotten(found)) return []
        return [found]
      }),
    }
    await rememberReceipts(memory, userId, after)
    return reportOf(after, origins)
  })

  /** Of a log of another organisation, to which the person belonged: its events are not theirs to read any more. */
  function isForgotten({ log, broken, atMs }: KeptReceipt): boolean {
    return broken === null && !origins.has(log) && nowMs - atMs > KEPT_ELSEWHERE_MS
  }
}

/** What is due, of logs that can be asked; those that were broken last, in case their event appeared. */
function dueOf(kept: readonly KeptReceipt[], origins: ReadonlySet<string>, nowMs: number): KeptReceipt[] {
  const due = kept.filter(({ log, atMs }) => origins.has(log) && nowMs - atMs >= RECEIPT_DUE_MS)
  return [...due.filter(({ broken }) => !broken), ...due.filter(({ broken }) => broken)].slice(0, MOST_AT_ONCE)
}

/** Of what was taken before the keys were known. A key that was accepted later changes nothing about what was signed before. */
async function checkSignatures(device: ReceiptDevice): Promise<readonly KeptReceipt[]> {
  const { receipts: memory, userId, nowMs } = device
  const known = await knownLogs(device)
  return memory.alone(userId, async () => {
    const before = await recallReceipts(memory, userId)
    if (!known || before.receipts.every(({ signedBy }) => signedBy !== null)) return before.receipts
    const checked = await Promise.all(
      before.receipts.map(async (one) => {
        if (one.signedBy !== null) return [one]
        return (await readProper(one.text, known)) ? [{ ...one, signedBy: known.keyText }] : []
      }),
    )
    const bad = checked.filter(({ length }) => length === 0).length
    const { missing = 0, call = '', bad: badBefore = 0 } = before.lacking ?? {}
    const lacking = bad > 0 ? { missing, call, bad: badBefore + bad, atMs: nowMs } : before.lacking
    const after = { ...before, receipts: checked.flat(), lacking }
    await rememberReceipts(memory, userId, after)
    return after.receipts
  })
}

/** Whether there is a promise to ask for. */
export async function isAnythingDue({ receipts, userId, nowMs }: Omit<ReceiptDevice, 'memory'>): Promise<boolean> {
  return (await recallReceipts(receipts, userId)).receipts.some(({ atMs }) => nowMs - atMs >= RECEIPT_DUE_MS)
}

/** What is known without asking. */
export const reportReceipts = async ({ receipts, userId }: Pick<ReceiptDevice, 'receipts' | 'userId'>) =>
  reportOf(await recallReceipts(receipts, userId))

/** What a person was shown: the texts of receipts, and when an answer without one came last. */
export type ShownReceipts = { readonly texts: readonly string[]; readonly lackingAtMs: number | null }

/** After a person read it, and kept the proof. What was found meanwhile stays. */
export async function forgetShown(
  { receipts, userId }: Pick<ReceiptDevice, 'receipts' | 'userId'>,
  { texts, lackingAtMs }: ShownReceipts,
): Promise<void> {
  await receipts.alone(userId, async () => {
    const kept = await recallReceipts(receipts, userId)
    const left = kept.receipts.filter(({ text }) => !texts.includes(text))
    const lacking = kept.lacking?.atMs === lackingAtMs ? null : kept.lacking
    await rememberReceipts(receipts, userId, { ...kept, receipts: left, lacking })
  })
}

/** @param origins of the logs that were asked; undefined where none was. */
function reportOf({ receipts, lacking, dropped }: KeptReceipts, origins?: ReadonlySet<string>): ReceiptReport {
  const open = receipts.filter(({ broken }) => broken === null)
  const elsewhere = origins ? open.filter(({ log }) => !origins.has(log)).length : 0
  const broken = receipts.flatMap(({ broken: found, text, call, log }) =>
    found ? [{ problem: found.problem, event: found.event, log, atMs: readReceipt(text).at, call, text }] : [],
  )
  return { waiting: open.length - elsewhere, elsewhere, dropped, broken, lacking }
}

type Reader = { readonly head: TreeHead; readonly read: NodeReader }

const readersOf = (api: VaultApi, trees: ReadonlyMap<string, WatchedTree>): Map<string, Reader> =>
  new Map(
    [...trees].map(([id, { head }]) => [
      id,
      { head, read: readNodesFromTiles(head.size, remembering(tileReader(api, id))) },
    ]),
  )

type JudgedEvent = { readonly event: string; readonly state: 'kept' | 'missing' | 'changed'; readonly type?: string }

function judgeBy(places: ReadonlyMap<string, PlaceFacts>, readers: ReadonlyMap<string, Reader>) {
  return async ({ id, leaf }: PromisedEvent): Promise<JudgedEvent> => {
    const place = places.get(id)
    const tree = place && readers.get(place.log)
    // A place behind the signed tree is none yet.
    if (!place || !tree || place.index >= tree.head.size) return { event: id, state: 'missing' }
    const bytes = fromBase64Url(place.entry)
    if (!equalBytes(leafHash(bytes), leaf)) return { event: id, state: 'changed' }
    const path = await orUndefined(proveInclusion(place.index, tree.head.size, tree.read))
    if (!path || !isIncluded(leaf, place.index, path, tree.head)) return { event: id, state: 'missing' }
    const entry = await orUndefined(Promise.resolve().then(() => readEntry(bytes)))
    return entry?.id === id ? { event: id, state: 'kept', type: entry.type } : { event: id, state: 'changed' }
  }
}

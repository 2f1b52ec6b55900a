import { expose } from 'comlink'
import { roundTrip } from '../site/proof/round-trip.ts'
import { chooseBit, runVectors } from '../site/proof/run-vectors.ts'

/** What the public site proves in the visitor's browser. No vault, no keys of anybody, no network. */
const api = { roundTrip, runVectors, chooseBit }
export type ProofWorker = typeof api
expose(api)

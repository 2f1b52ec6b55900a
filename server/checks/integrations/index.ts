import type { Checks } from '../check.ts'
import { exportsAreValid } from './exports.ts'
import { studioAnswers } from './functions.ts'
import { jobsAreDone } from './jobs.ts'
import { privateNetworksAreRefused } from './private-networks.ts'
import { providersAnswer } from './providers.ts'
import { lastTimestampIsValid, witnessSignsLog } from './public-log.ts'
import { storeReturnsWhatItGot, uploadsAreCollected } from './store.ts'
import { webhooksAreSignedAndRepeated } from './webhooks.ts'

/** Of the category "integrations". */
export const integrationChecks: Checks = {
  'INT-01': storeReturnsWhatItGot,
  'INT-02': uploadsAreCollected,
  'INT-03': providersAnswer,
  'INT-04': webhooksAreSignedAndRepeated,
  'INT-05': privateNetworksAreRefused,
  'INT-06': exportsAreValid,
  'INT-07': witnessSignsLog,
  'INT-08': lastTimestampIsValid,
  'INT-09': studioAnswers,
  'INT-10': jobsAreDone,
}

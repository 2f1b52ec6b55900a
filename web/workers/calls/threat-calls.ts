import { confirmByCode } from '#vault/account/confirmation.ts'
import { readCanaries, removeCanary, setCanary } from '#vault/threats/canaries.ts'
import { countDetectionsByDay, readDetectors, readThreatFigures, tuneDetector } from '#vault/threats/detectors.ts'
import { liftEnforcement, listEnforced } from '#vault/threats/enforced.ts'
import {
  listIncidentDetections,
  listIncidentNotes,
  listIncidents,
  readIncident,
  updateIncident,
} from '#vault/threats/incidents.ts'
import { answerDetection, listOwnDetections } from '#vault/threats/own-detections.ts'
import { readPause } from '#vault/threats/own-enforcements.ts'
import type { Enforced, Place } from '#vault/threats/rows.ts'
import { canaryMemory } from '../device/canary-memory.ts'
import { onDevice } from '../device/device-turns.ts'
import { connected, unlocked } from '../vault-state.ts'
import { withApi } from './bind-calls.ts'

/** What the server noticed: of oneself, and of the organisation for those who manage its security. The server refuses others. */
export const threatCalls = {
  ...withApi({
    pause: readPause,
    confirmByCode,
    ownDetections: listOwnDetections,
    answer: answerDetection,
    setCanary,
    removeCanary,
    incidents: listIncidents,
    incident: readIncident,
    incidentDetections: listIncidentDetections,
    notes: listIncidentNotes,
    update: updateIncident,
    lift: liftEnforcement,
    detectors: readDetectors,
    tune: tuneDetector,
    byDay: countDetectionsByDay,
    figures: readThreatFigures,
  }),
  /** As this browser read them last, where the sign-in is old. @throws {VaultError} `proof_needed` where it never did */
  canaries: async (): Promise<string[]> => {
    const { userId } = unlocked()
    return readCanaries(connected(), {
      recall: () => onDevice(() => canaryMemory.recall(userId)),
      remember: (known) => onDevice(() => canaryMemory.remember(userId, known)),
    })
  },
  enforced: (older?: Place): Promise<Enforced[]> => listEnforced(connected(), new Date(), older),
}

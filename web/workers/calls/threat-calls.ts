import { confirmByCode } from '#vault/account/confirmation.ts'
import { listCanaries, removeCanary, setCanary } from '#vault/threats/canaries.ts'
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
import { connected } from '../vault-state.ts'
import { withApi } from './bind-calls.ts'

/** What the server noticed: of oneself, and of the organisation for those who manage its security. The server refuses others. */
export const threatCalls = {
  ...withApi({
    pause: readPause,
    confirmByCode,
    ownDetections: listOwnDetections,
    answer: answerDetection,
    canaries: listCanaries,
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
  enforced: (older?: Place): Promise<Enforced[]> => listEnforced(connected(), new Date(), older),
}

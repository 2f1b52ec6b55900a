import type { IncidentStatus } from '#contract/status.ts'
import {
  endStatusMaintenance,
  type IncidentToWrite,
  openStatusIncident,
  planStatusMaintenance,
  readStatusRecords,
  type StatusRecords,
  updateStatusIncident,
  type WindowToPlan,
} from '#vault/status-incidents.ts'
import { connected } from './vault-state.ts'

/** Incidents and maintenance of the status page, for who runs the installation. */
export const statusCalls = {
  readStatusRecords: (): Promise<StatusRecords> => readStatusRecords(connected(), new Date()),
  openStatusIncident: (incident: IncidentToWrite): Promise<void> => openStatusIncident(connected(), incident),
  updateStatusIncident: (update: { incident: string; status: IncidentStatus; text: string }): Promise<void> =>
    updateStatusIncident(connected(), update),
  planStatusMaintenance: (window: WindowToPlan): Promise<void> => planStatusMaintenance(connected(), window),
  endStatusMaintenance: (id: string): Promise<void> => endStatusMaintenance(connected(), id),
}

import {
  type StatusRecords,
  endStatusMaintenance,
  openStatusIncident,
  planStatusMaintenance,
  readStatusRecords,
  updateStatusIncident,
} from './status-incidents.ts'
import type { VaultApi } from '#vault/session/api.ts'

/** Incidents and maintenance of the status page, for who runs the installation. The server refuses others. */
export const statusCalls = {
  openIncident: openStatusIncident,
  update: updateStatusIncident,
  plan: planStatusMaintenance,
  endMaintenance: endStatusMaintenance,
  read: (api: VaultApi): Promise<StatusRecords> => readStatusRecords(api, new Date()),
}

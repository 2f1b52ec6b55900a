import {
  type StatusRecords,
  endStatusMaintenance,
  openStatusIncident,
  planStatusMaintenance,
  readStatusRecords,
  updateStatusIncident,
} from '#vault/organisation/status-incidents.ts'
import { withApi } from './bind-calls.ts'
import { connected } from '../vault-state.ts'

/** Incidents and maintenance of the status page, for who runs the installation. The server refuses others. */
export const statusCalls = {
  ...withApi({
    openIncident: openStatusIncident,
    update: updateStatusIncident,
    plan: planStatusMaintenance,
    endMaintenance: endStatusMaintenance,
  }),
  read: (): Promise<StatusRecords> => readStatusRecords(connected(), new Date()),
}

import type { IncidentStatus } from '#contract/status.ts'
import type { IncidentToWrite, StatusRecords, WindowToPlan } from '#vault/status-incidents.ts'
import type { Backend } from './create-vault-client.ts'

/** What the status page says, and how who runs the installation changes it. The server refuses others. */
export type StatusClient = {
  read: () => Promise<StatusRecords>
  openIncident: (incident: IncidentToWrite) => Promise<void>
  update: (update: { incident: string; status: IncidentStatus; text: string }) => Promise<void>
  plan: (window: WindowToPlan) => Promise<void>
  /** Ends what has begun, takes back what has not. */
  endMaintenance: (id: string) => Promise<void>
}

export function createStatusAdmin(backend: Promise<Backend>): StatusClient {
  const vault = async () => (await backend).workers.vault
  return {
    read: async () => (await vault()).readStatusRecords(),
    openIncident: async (incident) => (await vault()).openStatusIncident(incident),
    update: async (update) => (await vault()).updateStatusIncident(update),
    plan: async (window) => (await vault()).planStatusMaintenance(window),
    endMaintenance: async (id) => (await vault()).endStatusMaintenance(id),
  }
}

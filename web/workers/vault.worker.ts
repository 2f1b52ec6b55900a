import { expose } from 'comlink'
import { accountCalls } from './account-calls.ts'
import { accountInfoCalls } from './account-info-calls.ts'
import { detailsCalls } from './details-calls.ts'
import { complianceCalls } from './compliance-calls.ts'
import { carryVaultErrors } from './errors.ts'
import { fileCalls } from './file-calls.ts'
import { logCalls } from './log-calls.ts'
import { listCalls } from './list-calls.ts'
import { linkCalls } from './link-calls.ts'
import { sharingCalls } from './sharing-calls.ts'
import { folderCalls } from './folder-calls.ts'
import { kitCalls } from './kit-calls.ts'
import { recoveryCalls } from './recovery-calls.ts'
import { requestCalls } from './request-calls.ts'
import { protectionCalls } from './protection-calls.ts'
import { settingsCalls } from './settings-calls.ts'
import { spaceCalls } from './space-calls.ts'
import { statusCalls } from './status-calls.ts'
import { teamCalls } from './team-calls.ts'
import { transferCalls } from './transfer-calls.ts'
import { versionCalls } from './version-calls.ts'
import { zipCalls } from './zip-calls.ts'
import { connectTo } from './vault-state.ts'

export type Connection = { baseUrl: string; publishableKey: string }

/** The worker that holds the keys. Nothing it returns to the page is a key. One file of calls per area. */
const vaultWorker = {
  connect(connection: Connection, accessToken: () => Promise<string | undefined>): void {
    connectTo({ ...connection, accessToken })
  },
  ...accountCalls,
  ...fileCalls,
  ...listCalls,
  ...folderCalls,
  ...transferCalls,
  ...logCalls,
  ...accountInfoCalls,
  ...linkCalls,
  ...sharingCalls,
  ...recoveryCalls,
  ...kitCalls,
  ...requestCalls,
  ...protectionCalls,
  ...settingsCalls,
  ...complianceCalls,
  ...teamCalls,
  ...statusCalls,
  ...spaceCalls,
  ...detailsCalls,
  ...versionCalls,
  ...zipCalls,
}
export type VaultWorker = typeof vaultWorker

carryVaultErrors()
expose(vaultWorker)

import { expose } from 'comlink'
import { accountCalls } from './account-calls.ts'
import { auditCalls } from './audit-calls.ts'
import { complianceCalls } from './compliance-calls.ts'
import { deliveryCalls } from './delivery-calls.ts'
import { downloadCalls } from './download-calls.ts'
import { carryVaultErrors } from './errors.ts'
import { fileCalls } from './file-calls.ts'
import { folderCalls } from './folder-calls.ts'
import { itemCalls } from './item-calls.ts'
import { keyringCalls } from './keyring-calls.ts'
import { attachTransferWorker } from './key-source.ts'
import { noticeCalls } from './notice-calls.ts'
import { protectionCalls } from './protection-calls.ts'
import { recoveryCalls } from './recovery-calls.ts'
import { requestCalls } from './request-calls.ts'
import { roleCalls } from './role-calls.ts'
import { securityCalls } from './security-calls.ts'
import { ownSessionBy } from './session-owner.ts'
import { settingsCalls } from './settings-calls.ts'
import { sharingCalls } from './sharing-calls.ts'
import { spaceCalls } from './space-calls.ts'
import { statusCalls } from './status-calls.ts'
import { tagCalls } from './tag-calls.ts'
import { teamCalls } from './team-calls.ts'
import { uploadCalls } from './upload-calls.ts'
import { connectTo } from './vault-state.ts'
import { versionCalls } from './version-calls.ts'
import { visitCalls } from './visit-calls.ts'

export type Connection = { baseUrl: string; publishableKey: string }

/** What the page may ask of the worker that holds the keys, by feature. Nothing that they return is a key. */
const calls = {
  account: accountCalls,
  audit: auditCalls,
  compliance: complianceCalls,
  delivery: deliveryCalls,
  downloads: downloadCalls,
  files: fileCalls,
  folders: folderCalls,
  items: itemCalls,
  keyring: keyringCalls,
  notices: noticeCalls,
  protection: protectionCalls,
  recovery: recoveryCalls,
  requests: requestCalls,
  roles: roleCalls,
  security: securityCalls,
  settings: settingsCalls,
  sharing: sharingCalls,
  spaces: spaceCalls,
  status: statusCalls,
  tags: tagCalls,
  team: teamCalls,
  uploads: uploadCalls,
  versions: versionCalls,
  visit: visitCalls,
}
export type VaultCalls = typeof calls

const vaultWorker = {
  calls,
  connect(connection: Connection, accessToken: () => Promise<string | undefined>): void {
    connectTo({ ...connection, accessToken })
    ownSessionBy(accessToken)
  },
  attach: attachTransferWorker,
}
export type VaultWorker = typeof vaultWorker

carryVaultErrors()
expose(vaultWorker)

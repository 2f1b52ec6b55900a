import { expose } from 'comlink'
import type { Connection } from '#vault/session/api.ts'
import { accountCalls } from './calls/account-calls.ts'
import { auditCalls } from './calls/audit-calls.ts'
import { complianceCalls } from './calls/compliance-calls.ts'
import { deliveryCalls } from './calls/delivery-calls.ts'
import { downloadCalls } from './calls/download-calls.ts'
import { carryVaultErrors } from './errors.ts'
import { fileCalls } from './calls/file-calls.ts'
import { folderCalls, tagCalls } from './calls/folder-calls.ts'
import { itemCalls } from './calls/item-calls.ts'
import { keyringCalls } from './calls/keyring-calls.ts'
import { attachTransferWorker } from './transfer/key-source.ts'
import { noticeCalls } from './calls/notice-calls.ts'
import { protectionCalls, securityCalls } from './calls/protection-calls.ts'
import { recoveryCalls } from './calls/recovery-calls.ts'
import { requestCalls } from './calls/request-calls.ts'
import { roleCalls, teamCalls } from './calls/team-calls.ts'
import { readTokenFrom } from './token-owner.ts'
import { settingsCalls } from './calls/settings-calls.ts'
import { sharingCalls } from './calls/sharing-calls.ts'
import { spaceCalls } from './calls/space-calls.ts'
import { statusCalls } from './calls/status-calls.ts'
import { type UploadListener, tellUploadsTo, uploadCalls } from './calls/upload-calls.ts'
import { connectTo } from './vault-state.ts'
import { versionCalls } from './calls/version-calls.ts'
import { visitCalls } from './calls/visit-calls.ts'

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
  connect(connection: Connection, accessToken: () => Promise<string | undefined>, onUpload: UploadListener): void {
    connectTo({ ...connection, accessToken })
    tellUploadsTo(onUpload)
    readTokenFrom(accessToken)
  },
  attach: attachTransferWorker,
}
export type VaultWorker = typeof vaultWorker

carryVaultErrors()
expose(vaultWorker)

// First of all: schemas read this as they are made.
import './zod-without-eval.ts'
import { expose } from 'comlink'
import type { Connection } from '#vault/session/api.ts'
import { accountCalls } from './calls/account/account-calls.ts'
import { deliveryCalls } from './calls/requests/delivery-calls.ts'
import { keepAs } from './device/device-key.ts'
import { hearReceipt } from './device/receipts.ts'
import { downloadCalls } from './calls/drive/download-calls.ts'
import { carryVaultErrors } from './errors.ts'
import { fileCalls } from './calls/drive/file-calls.ts'
import { folderCalls, tagCalls } from './calls/drive/folder-calls.ts'
import { itemCalls } from './calls/drive/item-calls.ts'
import { keyringCalls } from './calls/account/keyring-calls.ts'
import { putBackCalls } from './calls/drive/put-back-calls.ts'
import { attachTransferWorker } from './transfer/key-source.ts'
import { ledgerCalls } from './calls/ledger-calls.ts'
import { protectionCalls, securityCalls } from './calls/account/protection-calls.ts'
import { recoveryCalls } from './calls/recovery-calls.ts'
import { deviceCalls } from './calls/device-calls.ts'
import { requestCalls } from './calls/requests/request-calls.ts'
import { roleCalls, teamCalls } from './calls/team-calls.ts'
import { teamsCalls } from './calls/teams-calls.ts'
import { readTokenFrom } from './token-owner.ts'
import { settingsCalls } from './calls/account/settings-calls.ts'
import { sharingCalls } from './calls/sharing-calls.ts'
import { scimCalls } from './calls/scim-calls.ts'
import { spaceCalls } from './calls/space-calls.ts'
import { tenantCalls } from './calls/tenant-calls.ts'
import { threatCalls } from './calls/threat-calls.ts'
import { type UploadListener, tellUploadsTo, uploadCalls } from './calls/drive/upload-calls.ts'
import { connectTo, endReads } from './vault-state.ts'
import { versionCalls } from './calls/drive/version-calls.ts'
import { visitCalls } from './calls/visit-calls.ts'

/** What the page may ask of the worker that holds the keys, by feature. Nothing that they return is a key. */
const calls = {
  account: accountCalls,
  delivery: deliveryCalls,
  downloads: downloadCalls,
  files: fileCalls,
  folders: folderCalls,
  items: itemCalls,
  keyring: keyringCalls,
  ledger: ledgerCalls,
  tenants: tenantCalls,
  protection: protectionCalls,
  putBack: putBackCalls,
  recovery: recoveryCalls,
  devices: deviceCalls,
  requests: requestCalls,
  roles: roleCalls,
  security: securityCalls,
  settings: settingsCalls,
  sharing: sharingCalls,
  spaces: spaceCalls,
  scim: scimCalls,
  tags: tagCalls,
  team: teamCalls,
  teams: teamsCalls,
  threats: threatCalls,
  uploads: uploadCalls,
  versions: versionCalls,
  visit: visitCalls,
}
export type VaultCalls = typeof calls

const vaultWorker = {
  calls,
  connect(connection: Connection, accessToken: () => Promise<string | undefined>, onUpload: UploadListener): void {
    connectTo({ ...connection, accessToken, onAnswer: hearReceipt })
    tellUploadsTo(onUpload)
    readTokenFrom(accessToken)
  },
  keepAs,
  /** Takes what the page was answered, so that its receipts are kept with those of this worker. */
  hearReceipt,
  endReads,
  attach: attachTransferWorker,
}
export type VaultWorker = typeof vaultWorker

carryVaultErrors()
expose(vaultWorker)

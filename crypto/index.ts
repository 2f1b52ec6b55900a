/**
 * The cryptography of the vault. It does no I/O: randomness and time are arguments, bytes go in and out.
 * The byte formats are described in `docs/format.md`.
 */
export {
  type AccountWrapKind,
  unwrapAccountKey,
  unwrapAccountKeyByWords,
  wrapAccountKey,
  wrapAccountKeyForWords,
} from './identity/account.ts'
export { passkeyKeyPair, unwrapAccountKeyByPasskey, wrapAccountKeyForPasskey } from './identity/passkey.ts'
export { fingerprint, type PublicBundle, signBundle, verifyBundle } from './identity/bundle.ts'
export { ADDRESS_CHECK_BYTES, addressCheck } from './identity/address-check.ts'
export { concat, equalBytes } from './bytes.ts'
export { canonicalJson } from './statements/canonical-json.ts'
export { contentRoot, LEAF_BYTES, leafOfSegment, segmentLeaf } from './envelope/content-root.ts'
export { contentAad } from './envelope/content.ts'
export { fromBase64Url, fromHex, fromUtf8, toBase64Url, toHex, utf8, uuidBytes, uuidText } from './encoding.ts'
export {
  type Delivery,
  type DeliveryKeys,
  openDeliveryRecord,
  sealDeliveryRecord,
  stateDelivery,
  verifyDelivery,
} from './statements/delivery.ts'
export {
  type DeviceInbox,
  type DeviceKey,
  type DeviceSecrets,
  deriveDevice,
  inboxFingerprint,
  inboxKeyPair,
  parseDeviceKey,
  stateDeviceKey,
  stateInbox,
  verifyDeviceKey,
  verifyInbox,
} from './statements/device.ts'
export { type DeviceCode, readDeviceCode, writeDeviceCode } from './statements/device-code.ts'
export {
  type DeviceRequest,
  deviceSigner,
  hashOf,
  isBodyOf,
  parseDeviceRequest,
  verifyDeviceRequest,
} from './statements/device-request.ts'
export { CryptoError } from './errors.ts'
export {
  createOpener,
  createSealer,
  FLOE,
  type FloeOpener,
  type FloeSealer,
  openBytes,
  sealBytes,
  sealedSize,
  segmentCount,
} from './envelope/floe.ts'
export {
  type FolderRecord,
  folderRecordHash,
  readFolderRecord,
  signFolderRecord,
  verifyFolderRecord,
} from './statements/folder-record.ts'
export { type Grant, isGrantExpired, signGrant, verifyGrant, verifyOwnGrant } from './statements/grant.ts'
export { generateIdentity, kemKeyPair, publicBundle } from './identity/identity.ts'

export { keyId } from './primitives/symmetric.ts'
export { type Keyring, keyringWriteProof, openKeyring, sealKeyring } from './identity/keyring.ts'
export {
  type AccountMasterKey,
  asAccountMasterKey,
  asFileKey,
  asKeyEncryptionKey,
  asSpaceKey,
  type FileKey,
  type KeyEncryptionKey,
  newAccountMasterKey,
  newFileKey,
  newSpaceKey,
  type SpaceKey,
} from './envelope/keys.ts'
export { deriveLink, deriveLinkDoor, openFromLink, sealForLink } from './envelope/link.ts'
export {
  FORMAT_1_ENDS,
  manifestAuthorKeyId,
  type Manifest,
  manifestHash,
  signManifest,
  verifyManifest,
} from './statements/manifest.ts'
export { openPage, PAGE_ENTRIES, sealPage } from './envelope/page.ts'
export { derivePassword, type KdfParameters, newKdfParameters } from './identity/password.ts'
export {
  deriveRecovery,
  newRecoveryPhrase,
  type ParsedPhrase,
  parseRecoveryPhrase,
  recoveryKeyPair,
} from './identity/phrase.ts'
export { policyHash, readPolicy, type RecoveryPolicy, signPolicy, verifyPolicy } from './statements/policy.ts'
export { draw, type RandomSource, randomUuid, systemRandom } from './primitives/random.ts'
export { createRecordCipher, type RecordCipher, type RecordContext, sealRecord } from './envelope/record.ts'
export {
  combineRecoveryKey,
  openShare,
  recoveryCode,
  sealShare,
  splitRecoveryKey,
} from './statements/recovery-share.ts'
export {
  isNextRoster,
  isRosterOfFairSize,
  keepsFingerprints,
  readRoster,
  ROSTER_LABEL_BYTES,
  rosterCode,
  type Roster,
  rosterHash,
  type RosterMember,
  signRoster,
  spaceKeyHash,
  verifyRoster,
} from './statements/roster.ts'
export {
  asDeliveryKey,
  type DeliveryKey,
  deriveRequest,
  deriveRequestDoor,
  openDescription,
  sealDescription,
} from './statements/request.ts'
export { safetyNumber } from './identity/safety-number.ts'
export { segmentIvs } from './primitives/segment-iv.ts'
export { openSharedRecord, sealSharedRecord } from './envelope/shared-record.ts'
export { createSigner, type Signer, signingKeyId, type VerifyingKeys } from './primitives/signature.ts'
export {
  openPreviousSpaceKey,
  sealPreviousSpaceKey,
  unwrapFileKey,
  unwrapSpaceKey,
  wrapFileKey,
  wrapSpaceKey,
} from './envelope/space.ts'
export type { SignedStatement } from './statements/statement.ts'
export { SUITES, type SuiteName } from './suites/suites.ts'
export { type KemKeyPair, parseWrap, unwrapKey, wrapHash, wrapKey, type WrapPurpose } from './envelope/wrap.ts'
export { xWing } from './primitives/xwing.ts'

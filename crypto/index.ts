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
} from './account.ts'
export { fingerprint, type PublicBundle, signBundle, verifyBundle } from './bundle.ts'
export { ADDRESS_CHECK_BYTES, addressCheck } from './address-check.ts'
export { concat, equalBytes } from './bytes.ts'
export { canonicalJson } from './canonical-json.ts'
export { contentRoot, LEAF_BYTES, leafOfSegment, segmentLeaf } from './content-root.ts'
export { contentAad } from './content.ts'
export { fromBase64Url, fromHex, fromUtf8, toBase64Url, toHex, utf8 } from './encoding.ts'
export {
  type Delivery,
  type DeliveryKeys,
  openDeliveryRecord,
  sealDeliveryRecord,
  stateDelivery,
  verifyDelivery,
} from './delivery.ts'
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
} from './floe.ts'
export { type Grant, isGrantExpired, signGrant, verifyGrant, verifyOwnGrant } from './grant.ts'
export { generateIdentity, kemKeyPair, publicBundle } from './identity.ts'

export { keyId } from './key-id.ts'
export { type Keyring, openKeyring, sealKeyring } from './keyring.ts'
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
} from './keys.ts'
export { deriveLink, deriveLinkDoor, openFromLink, sealForLink } from './link.ts'
export {
  FORMAT_1_ENDS,
  manifestAuthorKeyId,
  type Manifest,
  manifestHash,
  signManifest,
  verifyManifest,
} from './manifest.ts'
export { openPage, PAGE_ENTRIES, sealPage } from './page.ts'
export { derivePassword, type KdfParameters, newKdfParameters } from './password.ts'
export { deriveRecovery, newRecoveryPhrase, type ParsedPhrase, parseRecoveryPhrase, recoveryKeyPair } from './phrase.ts'
export { policyHash, readPolicy, type RecoveryPolicy, signPolicy, verifyPolicy } from './policy.ts'
export { draw, type RandomSource, randomUuid, systemRandom } from './random.ts'
export { createRecordCipher, type RecordCipher, type RecordContext, sealRecord } from './record.ts'
export { combineRecoveryKey, openShare, recoveryCode, sealShare, splitRecoveryKey } from './recovery-share.ts'
export {
  isNextRoster,
  keepsFingerprints,
  readRoster,
  rosterCode,
  type Roster,
  rosterHash,
  type RosterMember,
  type RosterRole,
  signRoster,
  spaceKeyHash,
  verifyRoster,
} from './roster.ts'
export {
  asDeliveryKey,
  type DeliveryKey,
  deriveRequest,
  deriveRequestDoor,
  openDescription,
  sealDescription,
} from './request.ts'
export { safetyNumber } from './safety-number.ts'
export { segmentIvs } from './segment-iv.ts'
export { openSharedRecord, sealSharedRecord } from './shared-record.ts'
export { createSigner, type Signer, signingKeyId, type VerifyingKeys } from './signature.ts'
export {
  openPreviousSpaceKey,
  sealPreviousSpaceKey,
  unwrapFileKey,
  unwrapSpaceKey,
  wrapFileKey,
  wrapSpaceKey,
} from './space.ts'
export type { SignedStatement } from './statement.ts'
export { type SuiteName } from './suites.ts'
export { type KemKeyPair, parseWrap, unwrapKey, wrapHash, wrapKey, type WrapPurpose } from './wrap.ts'
export { xWing } from './xwing.ts'

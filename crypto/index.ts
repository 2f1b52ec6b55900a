/**
 * The cryptography of the vault. It does no I/O: randomness and time are arguments, bytes go in and out.
 * The byte formats are described in `docs/format.md`.
 */
export {
  type AccountWrapKind,
  derivePasskey,
  PASSKEY_PRF_INPUT,
  unwrapAccountKey,
  unwrapAccountKeyByWords,
  wrapAccountKey,
  wrapAccountKeyForWords,
} from './account.ts'
export { fingerprint, type PublicBundle, signBundle, verifyBundle } from './bundle.ts'
export { ADDRESS_CHECK_BYTES, addressCheck } from './address-check.ts'
export { type Bytes, concat, equalBytes } from './bytes.ts'
export { canonicalJson, type Json, parseCanonicalJson } from './canonical-json.ts'
export { contentRoot, LEAF_BYTES, leafOfSegment, segmentLeaf } from './content-root.ts'
export { contentAad, type SegmentRange, segmentsForRange } from './content.ts'
export { fromBase64Url, fromHex, fromUtf8, toBase64Url, toHex, utf8, uuidBytes, uuidText } from './encoding.ts'
export {
  type Delivery,
  type DeliveryKeys,
  type DeliveryStatement,
  openDeliveryRecord,
  sealDeliveryRecord,
  stateDelivery,
  verifyDelivery,
} from './delivery.ts'
export { CryptoError, type CryptoErrorCode } from './errors.ts'
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
export {
  type Grant,
  type GrantExpectation,
  grantHash,
  isGrantExpired,
  signGrant,
  verifyGrant,
  verifyOwnGrant,
} from './grant.ts'
export { generateIdentity, type Identity, kemKeyPair, publicBundle, type PublicKeys } from './identity.ts'
export type { Kem, Path } from './kem.ts'
export { keyId } from './key-id.ts'
export { type Keyring, openKeyring, type Replaceable, sealKeyring, type VerifiedPeer } from './keyring.ts'
export {
  type AccountMasterKey,
  asAccountMasterKey,
  asFileKey,
  asKeyEncryptionKey,
  asSealedKey,
  asSpaceKey,
  asWrappedAccountKey,
  type FileKey,
  type KeyEncryptionKey,
  newAccountMasterKey,
  newFileKey,
  newSpaceKey,
  type SealedKey,
  type SpaceKey,
  type WrappedAccountKey,
  type WrappedKey,
} from './keys.ts'
export { deriveLink, deriveLinkDoor, type LinkKeys, openFromLink, sealForLink } from './link.ts'
export {
  FORMAT_1_ENDS,
  manifestAuthorKeyId,
  type Manifest,
  type ManifestExpectation,
  manifestHash,
  signManifest,
  verifyManifest,
} from './manifest.ts'
export { openPage, PAGE_ENTRIES, type PageContext, sealPage } from './page.ts'
export {
  AUTH_SECRET_PREFIX,
  checkKdfParameters,
  derivePassword,
  type KdfParameters,
  newKdfParameters,
  type PasswordKeys,
} from './password.ts'
export {
  deriveRecovery,
  newRecoveryPhrase,
  type ParsedPhrase,
  parseRecoveryPhrase,
  recoveryKeyPair,
  type RecoveryKeys,
  type RecoveryPhrase,
} from './phrase.ts'
export { policyHash, readPolicy, type RecoveryPolicy, signPolicy, verifyPolicy } from './policy.ts'
export { draw, type RandomSource, randomUuid, systemRandom } from './random.ts'
export {
  createRecordCipher,
  openRecord,
  type RecordCipher,
  type RecordContext,
  RECORD_OVERHEAD_BYTES,
  sealRecord,
} from './record.ts'
export {
  combineRecoveryKey,
  openShare,
  recoveryCode,
  type SealedShare,
  sealShare,
  type ShareContext,
  splitRecoveryKey,
} from './recovery-share.ts'
export {
  isNextRoster,
  keepsFingerprints,
  readRoster,
  rosterCode,
  type Roster,
  ROSTER_MEMBERS_MAX,
  ROSTER_ROLES,
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
  type RequestKeys,
  sealDescription,
} from './request.ts'
export { safetyNumber } from './safety-number.ts'
export { segmentIvs } from './segment-iv.ts'
export { openSharedRecord, sealSharedRecord } from './shared-record.ts'
export {
  createSigner,
  SIGNATURE_BYTES,
  type SignatureLabel,
  type Signer,
  signingKeyId,
  type SigningKeys,
  type VerifyingKeys,
  verifySignature,
} from './signature.ts'
export {
  type FileKeyContext,
  openPreviousSpaceKey,
  sealPreviousSpaceKey,
  type SpaceKeyContext,
  unwrapFileKey,
  unwrapSpaceKey,
  wrapFileKey,
  wrapSpaceKey,
} from './space.ts'
export type { SignedStatement } from './statement.ts'
export { type Suite, type SuiteName, SUITES } from './suites.ts'
export { type KemKeyPair, parseWrap, unwrapKey, wrapHash, type WrapHeader, wrapKey, type WrapPurpose } from './wrap.ts'
export { xWing, xWingPath } from './xwing.ts'

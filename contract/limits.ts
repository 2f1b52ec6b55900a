import { plainBytesOfSegment, segmentCount } from './content-layout.ts'

/** Numbers that both sides of the wire must agree on. Sizes in bytes, times in seconds unless the name says otherwise. */
export const LIMITS = {
  /** Largest plaintext a person may upload; the operator can raise it (`MAX_FILE_BYTES`). */
  fileBytes: 100 * 1024 * 1024,
  /** An unfinished upload may be resumed for this long. */
  uploadLifetimeSeconds: 24 * 60 * 60,
  accessTokenSeconds: 3600,
  /** A session ends when nobody used it for so long, and after so many days in any case; `authz.has_run_out` in SQL is tested equal to it. */
  sessionDays: { idle: 30, all: 180 },
  /** How long a link lives at most; `check_link_end` in SQL refuses more. */
  linkDays: 90,
  /** A change of the email address waits for its mailbox for this long. */
  emailChangeSeconds: 24 * 60 * 60,
  /** Of somebody without a subscription, where plans are sold (`FREE_STORAGE_BYTES`). */
  freeStorageBytes: 2 * 1024 ** 3,
  passwordCharacters: { min: 8, max: 1024 },
  /** JSON bodies of auth/v1 and functions/v1. */
  jsonBodyBytes: 1024 * 1024,
  fileNameBytes: 255,
  /** First name, last name and company, each; `profiles_first_name` and the like in SQL are tested equal to it. */
  personNameCharacters: 100,
  /** Files that one link opens; `share_links_files_most` in SQL is tested equal to it. */
  linkFiles: 1000,
  /** How deep a file may lie in what a link opens. */
  linkFolders: 64,
  /** Base64url characters of what a link to several files hands over; `share_links_handover_length` in SQL is tested equal to it. */
  linkHandoverCharacters: 960 * 1024,
  /** What is in the trash is deleted for good after this many days. */
  trashDays: 30,
  /** What a file or folder was called, where it was and what was signed about it stays for so many days; `reachable_states` in SQL is tested equal to it. */
  earlierStateDays: 7,
  /** What a file's content was before stays for so many replacements and days; the operator can change both. */
  fileVersions: { kept: 10, days: 30 },
  /** PDF of a certificate on the compliance page; `certificate_files_size` in SQL is tested equal to it. */
  certificateBytes: 2 * 1024 * 1024,
  /** Events of the audit log in one bundle of evidence: some 7 KB each, in the memory of a browser. */
  evidenceEvents: 1000,
} as const

/** Hashes of a file's segments travel in one value; `file_records_segment_hashes` in SQL is tested equal to it. Characters. */
export const SEGMENT_HASHES_LENGTH = 8 * 1024 * 1024
/** Largest plaintext that can be stored, in bytes: as many segments of 32 bytes of hash as that value holds. */
export const LARGEST_FILE_BYTES = Math.floor((SEGMENT_HASHES_LENGTH * 3) / 4 / 32) * plainBytesOfSegment()

/** Base64url characters of the hashes of a file's segments, 32 bytes each. */
export const segmentHashesRoom = (fileBytes: number): number => segmentCount(fileBytes) * 43

/** Bucket that holds every sealed file. */
export const FILES_BUCKET = 'encrypted-files'

/** Rows of a list are counted exactly up to here; a count of one more means that there are more. */
export const MAX_COUNTED = 10_000

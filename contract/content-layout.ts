/**
 * Where the bytes of sealed content lie (docs/format.md): a header, then segments of equal length, the last one shorter. They are sent
 * in parts of whole segments. Browser, command line and server count with these and no other numbers. Sizes in bytes.
 */
export const LAYOUT = {
  headerBytes: 74,
  /**
   * 256 KiB: from about 960 KiB a segment falls out of Chromium's allocator buckets and sealing gets 2.3 times slower; 64 KiB costs
   * a quarter in calls.
   */
  segmentBytes: 256 * 1024,
  /** What a segment has more than its plaintext. */
  overheadBytes: 32,
} as const

/** 32 segments, 8 MiB, in one part of an upload. */
export const SEGMENTS_PER_PART = 32
export const PART_BYTES: number = SEGMENTS_PER_PART * LAYOUT.segmentBytes

/** Plaintext of a full segment. */
export const plainBytesOfSegment = (segmentBytes: number = LAYOUT.segmentBytes): number =>
  segmentBytes - LAYOUT.overheadBytes

/** Number of segments of a plaintext; an empty one has one segment. */
export function segmentCount(plainBytes: number, segmentBytes: number = LAYOUT.segmentBytes): number {
  return Math.max(1, Math.ceil(plainBytes / plainBytesOfSegment(segmentBytes)))
}

/** Size of the sealed object, header included. */
export function sealedSize(plainBytes: number, segmentBytes: number = LAYOUT.segmentBytes): number {
  return LAYOUT.headerBytes + segmentCount(plainBytes, segmentBytes) * LAYOUT.overheadBytes + plainBytes
}

/** Plaintext bytes of a sealed object of this size; undefined for a size that no sealed object has. */
export function plainSize(sealedBytes: number): number | undefined {
  const segments = Math.ceil((sealedBytes - LAYOUT.headerBytes) / LAYOUT.segmentBytes)
  const plainBytes = sealedBytes - LAYOUT.headerBytes - segments * LAYOUT.overheadBytes
  return plainBytes >= 0 && sealedSize(plainBytes) === sealedBytes ? plainBytes : undefined
}

/** Number of parts of a file; every file has at least one. */
export function partCount(plainBytes: number): number {
  return Math.ceil(segmentCount(plainBytes) / SEGMENTS_PER_PART)
}

/** Where a part starts in the object: the header belongs to part 0. */
export function partOffset(part: number): number {
  return part === 0 ? 0 : LAYOUT.headerBytes + part * PART_BYTES
}

/** First byte of the object behind a part. */
export function partEnd(plainBytes: number, part: number): number {
  return Math.min(sealedSize(plainBytes), partOffset(part + 1))
}

/** Plaintext bytes of the parts `first` to `last`, which is included. */
export function plainBytesOfParts(plainBytes: number, { first, last }: { first: number; last: number }): number {
  const perPart = SEGMENTS_PER_PART * plainBytesOfSegment()
  return Math.min(plainBytes, (last + 1) * perPart) - first * perPart
}

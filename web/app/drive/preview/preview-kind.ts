type PreviewKind = 'image' | 'pdf' | 'text' | 'audio' | 'video'
/** How a file is shown, under which type; or why it is not. */
export type PreviewPlan = { kind: PreviewKind; type: string } | { kind: 'none'; because: 'large' | 'unknown' }

/** An image and a PDF are in memory as a whole. Text is shown from its beginning, sound and film are read as they play. */
const LIMIT_BYTES = { image: 50 << 20, pdf: 100 << 20 }

const IMAGES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
}
const SOUNDS_AND_FILMS: Record<string, string> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mkv: 'video/x-matroska',
}
const IMAGE_TYPES = new Set(Object.values(IMAGES))
const TEXT_ENDINGS = new Set(
  (
    'txt text md markdown csv tsv log json jsonl json5 xml yaml yml toml ini conf cfg env properties html htm css scss less ' +
    'js mjs cjs jsx ts mts cts tsx vue svelte py rb php pl lua sh bash zsh fish ps1 bat cmd sql graphql proto c h cc cpp hpp ' +
    'cs java kt kts scala swift go rs zig dart r jl ex exs erl hs clj tex rst adoc diff patch gitignore dockerfile makefile srt vtt'
  ).split(' '),
)
const TEXT_TYPES = /^text\/|^application\/(?:json|xml|javascript|x-sh|x-yaml|yaml|toml|sql)$|\+(?:json|xml)$/

/**
 * What to show a file with. The ending comes first where the type misleads: browsers call TypeScript files films. Images are
 * shown under a type from the list above and nothing else, so that none is ever read as a document.
 */
export function previewPlan(file: { name: string; mimeType: string; sizeBytes: number }): PreviewPlan {
  const kind = kindOf(file)
  if (kind === undefined) return { kind: 'none', because: 'unknown' }
  const limit = kind.kind === 'image' || kind.kind === 'pdf' ? LIMIT_BYTES[kind.kind] : Infinity
  return file.sizeBytes > limit ? { kind: 'none', because: 'large' } : kind
}

function kindOf({
  name,
  mimeType,
}: {
  name: string
  mimeType: string
}): { kind: PreviewKind; type: string } | undefined {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const type = mimeType.toLowerCase().split(';')[0]?.trim() ?? ''
  const image = IMAGES[ending] ?? (IMAGE_TYPES.has(type) ? type : undefined)
  if (image) return { kind: 'image', type: image }
  if (ending === 'pdf' || type === 'application/pdf') return { kind: 'pdf', type: 'application/pdf' }
  if (TEXT_ENDINGS.has(ending) || TEXT_TYPES.test(type)) return { kind: 'text', type: 'text/plain' }
  const played = /^(?:audio|video)\//.test(type) ? type : SOUNDS_AND_FILMS[ending]
  return played === undefined ? undefined : { kind: played.startsWith('audio') ? 'audio' : 'video', type: played }
}

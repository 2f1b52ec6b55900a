/** A tag's colour beside its name: as text or behind text most of these colours would be too weak to read. */
export function TagDot({ color }: { color: string }) {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-2.5 shrink-0 rounded-full"
      style={{ backgroundColor: color }}
    />
  )
}

/** A tag on a file: dot and name. */
export function TagLabel({ name, color }: { name: string; color: string }) {
  return (
    <span className="inline-flex h-5 max-w-40 items-center gap-1.5 rounded-sm border border-line px-1.5 text-xs text-ink-2">
      <TagDot color={color} />
      <span className="truncate" title={name}>
        {name}
      </span>
    </span>
  )
}

import { figures } from '#web/messages/site/figures.ts'
import { Drawing, Label } from './drawing.tsx'

const words = figures.radioFrames
const FRAME_BYTES = 51
const BYTES = [32, 768, 800, 1120, 2420]
const PER_LINE = 24
const PITCH = 15
const EDGE = 12
const GAP = 26

/** One square for each frame; the last one is filled as far as it is used. */
export function RadioFrames() {
  const tops = BYTES.map((_, row) => BYTES.slice(0, row).reduce((sum, bytes) => sum + heightOf(bytes), 0))
  return (
    <Drawing label={words.label} height={BYTES.reduce((sum, bytes) => sum + heightOf(bytes), 0)}>
      {BYTES.map((bytes, row) => (
        <g key={words.rows[row]} transform={`translate(0 ${tops[row]})`}>
          <Label x={0} y={13}>
            {words.rows[row]}
          </Label>
          <Label x={360} y={13} textAnchor="end" tone="soft">
            {words.count(bytes, Math.ceil(bytes / FRAME_BYTES))}
          </Label>
          <Frames bytes={bytes} />
        </g>
      ))}
    </Drawing>
  )
}

function Frames({ bytes }: { bytes: number }) {
  const count = Math.ceil(bytes / FRAME_BYTES)
  return Array.from({ length: count }, (_, index) => {
    const x = (index % PER_LINE) * PITCH + 0.5
    const y = 20 + Math.floor(index / PER_LINE) * PITCH
    const used = Math.min(1, (bytes - index * FRAME_BYTES) / FRAME_BYTES)
    return (
      <g key={index}>
        <rect x={x} y={y} width={EDGE * used} height={EDGE} className="fill-brand" />
        <rect x={x} y={y} width={EDGE} height={EDGE} fill="none" className="stroke-brand" />
      </g>
    )
  })
}

function heightOf(bytes: number): number {
  return GAP + Math.ceil(bytes / FRAME_BYTES / PER_LINE) * PITCH
}

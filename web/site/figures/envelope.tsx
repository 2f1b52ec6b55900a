import { Drawing } from '#web/ui/site/drawing.tsx'

/** Three frames in each other: content under a file key, that key under a space key, that one under a person's key. */
export function EnvelopeFigure({ label, names }: { label: string; names: readonly [string, string, string] }) {
  return (
    <Drawing label={label} viewBox="0 0 360 220" className="w-full max-w-md">
      <rect x="8" y="8" width="344" height="204" rx="6" className="fill-none stroke-copper" strokeWidth="1.5" />
      <rect x="36" y="48" width="288" height="152" rx="5" className="fill-none stroke-brand" strokeWidth="1.5" />
      <rect x="64" y="88" width="232" height="100" rx="4" className="fill-brand-tint stroke-brand" strokeWidth="1.5" />
      <g className="fill-ink font-sans text-[13px] font-semibold">
        <text x="22" y="32">
          {names[0]}
        </text>
        <text x="50" y="72">
          {names[1]}
        </text>
        <text x="78" y="112">
          {names[2]}
        </text>
      </g>
      <g className="stroke-line" strokeWidth="6">
        {[132, 148, 164].map((y, index) => (
          <path key={y} d={`M78 ${y}h${[204, 180, 120][index]}`} />
        ))}
      </g>
    </Drawing>
  )
}

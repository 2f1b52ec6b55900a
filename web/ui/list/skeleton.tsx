import { clsx } from 'clsx'

/** Rows of the right height while a list loads; shown after 150 ms so that fast answers do not flash. */
export function SkeletonRows({ label, rows, rowHeight }: { label: string; rows: number; rowHeight: number }) {
  return (
    <div aria-busy="true" aria-live="polite" className="animate-[appear_1ms_150ms_both]">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div
          key={row}
          aria-hidden="true"
          style={{ height: rowHeight }}
          className="flex items-center gap-4 border-b border-line px-4 last:border-b-0"
        >
          <span className="size-4.5 rounded-sm bg-sunken" />
          <span className={clsx('h-3 rounded-sm bg-sunken', WIDTH[row % WIDTH.length])} />
          <span className="ml-auto h-3 w-16 rounded-sm bg-sunken max-md:hidden" />
          <span className="h-3 w-20 rounded-sm bg-sunken max-md:hidden" />
        </div>
      ))}
    </div>
  )
}

const WIDTH = ['w-2/5', 'w-1/4', 'w-1/3', 'w-1/2', 'w-1/5']

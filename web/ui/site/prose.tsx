import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/** A column of text for reading: at most 68 characters a line, with looks for what Markdown gives. */
export function Prose({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      className={clsx(
        'max-w-[68ch] text-base leading-[1.65] wrap-break-word text-ink [&>*+*]:mt-4',
        '[&_h2]:mt-10 [&_h2]:text-2xl [&_h2]:font-semibold [&_h3]:mt-7 [&_h3]:text-lg [&_h3]:font-semibold',
        '[&_a]:font-semibold [&_a]:text-brand [&_a]:underline [&_a]:decoration-1 [&_a]:underline-offset-3 [&_a:hover]:text-brand-hover',
        '[&_ul]:list-disc [&_ul]:pl-6 [&_ol]:list-decimal [&_ol]:pl-6 [&_li+li]:mt-1.5',
        '[&_code]:rounded-sm [&_code]:bg-sunken [&_code]:px-1 [&_code]:py-px [&_code]:font-mono [&_code]:text-[0.9em]',
        '[&_pre]:overflow-x-auto [&_pre]:rounded-md [&_pre]:border [&_pre]:border-line [&_pre]:bg-sunken [&_pre]:p-3 [&_pre]:text-sm [&_pre_code]:bg-transparent [&_pre_code]:p-0',
        '[&_blockquote]:border-l-2 [&_blockquote]:border-copper [&_blockquote]:pl-4 [&_blockquote]:text-ink-2',
        '[&_table]:block [&_table]:max-w-full [&_table]:overflow-x-auto [&_table]:border-collapse [&_table]:text-sm',
        '[&_th]:border-b [&_th]:border-control [&_th]:px-3 [&_th]:py-2 [&_th]:text-left [&_th]:font-semibold [&_th:first-child]:pl-0',
        '[&_td]:border-b [&_td]:border-line [&_td]:px-3 [&_td]:py-2 [&_td]:align-top [&_td]:tabular-nums [&_td:first-child]:pl-0',
        '[&_hr]:border-line [&_img]:max-w-full [&_strong]:font-semibold',
        className,
      )}
      {...rest}
    />
  )
}

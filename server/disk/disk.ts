import { type FileHandle, link, mkdir, open, rename, rm, truncate } from 'node:fs/promises'

/** The calls that bring content to a disk and stays there. Tests put a disk here that stops, fails or loses its power at one of them. */
export type Disk = {
  open: (file: string, flags: string | number, mode?: number) => Promise<FileHandle>
  link: (from: string, to: string) => Promise<void>
  mkdir: (folder: string, options: { recursive: true; mode: number }) => Promise<unknown>
  rename: (from: string, to: string) => Promise<void>
  rm: (file: string, options: { force: true }) => Promise<void>
  truncate: (file: string, sizeBytes: number) => Promise<void>
}

export const systemDisk: Disk = { open, link, mkdir, rename, rm, truncate }

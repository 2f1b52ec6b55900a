import type { VaultFile } from '#vault/files/file-records.ts'
import { checkFileName, safeFileName, storedName } from '#vault/files/file-name.ts'
import { type VaultFolder, createFolder, listFolders } from '#vault/folders/folders.ts'
import { listUntrashedFiles } from '#vault/files/untrashed-files.ts'
import { pathToRoot } from '#vault/folders/path-to-root.ts'
import { proveFolders } from '#vault/folders/prove-folders.ts'
import { CommandError, EXIT, usageError } from '../command-error.ts'
import { findSpace } from './find-space.ts'
import type { Opened } from '../session/opened-vault.ts'
import { printable } from '../output.ts'

export type Found = { kind: 'file'; file: VaultFile } | { kind: 'folder'; folder: VaultFolder }

/** Files and folders that are not in the trash, with paths such as `Reports/2026/plan.pdf`. */
export class VaultTree {
  readonly files: VaultFile[]
  readonly folders: VaultFolder[]
  /** The team space it is of; null is one's own. */
  readonly spaceId: string | null
  readonly #paths = new Map<string, string>()
  readonly #byId: Map<string, VaultFolder>
  /** Folders that were compared with what is signed about them. */
  readonly #proved = new Set<string>()

  private constructor(files: readonly VaultFile[], folders: readonly VaultFolder[], spaceId: string | null) {
    this.spaceId = spaceId
    const byId = new Map(folders.map((folder) => [folder.id, folder]))
    for (const folder of folders) {
      const path = pathToRoot(byId, folder.id).toReversed()
      if (path.some(({ trashedAt }) => trashedAt !== null)) continue
      this.#paths.set(folder.id, path.map(({ name }) => safeFileName(name)).join('/'))
    }
    this.files = [...files]
    this.folders = folders.filter(({ id }) => this.#paths.has(id))
    this.#byId = new Map(this.folders.map((folder) => [folder.id, folder]))
  }

  static of(files: readonly VaultFile[], folders: VaultFolder[], spaceId: string | null = null): VaultTree {
    return new VaultTree(files, folders, spaceId)
  }

  /** @param space name or id of a team space; left out for one's own files. @throws {CommandError} when there is no such space. */
  static async read(opened: Opened, space?: string): Promise<VaultTree> {
    const { api, vault } = opened
    const spaceId = space === undefined ? null : (await findSpace(opened, space)).id
    const [files, folders] = await Promise.all([
      listUntrashedFiles(api, vault, spaceId),
      listFolders(api, vault, spaceId),
    ])
    return VaultTree.of(files, folders, spaceId)
  }

  /** The path of a folder; '' is the top. */
  pathOfFolder(id: string | null): string {
    return (id === null ? undefined : this.#paths.get(id)) ?? ''
  }

  pathOf(file: Pick<VaultFile, 'name' | 'folderId'>): string {
    return joined(this.pathOfFolder(file.folderId), file.name)
  }

  foldersIn(parentId: string | null): VaultFolder[] {
    return this.folders.filter((folder) => folder.parentId === parentId)
  }

  filesIn(folderId: string | null): VaultFile[] {
    return this.files.filter((file) => file.folderId === folderId)
  }

  /** The folders of a path, from the top down to the folder itself; none for the top. */
  foldersTo(id: string | null): VaultFolder[] {
    return pathToRoot(this.#byId, id).toReversed()
  }

  /**
   * Proves that what was found lies where its path says: the folders above it, and those below it, which go along.
   * @throws {VaultError} `folder_refused`
   */
  async prove(opened: Pick<Opened, 'api' | 'vault'>, found: readonly Found[]): Promise<void> {
    for (const one of found) {
      if (one.kind === 'file') await this.proveFolders(opened, this.foldersTo(one.file.folderId))
      else await this.proveFolders(opened, [...this.foldersTo(one.folder.id), ...this.#below(one.folder.id)])
    }
  }

  /** Each folder once in a run of the program. */
  async proveFolders({ api, vault }: Pick<Opened, 'api' | 'vault'>, folders: readonly VaultFolder[]): Promise<void> {
    const others = folders.filter(({ id }) => !this.#proved.has(id))
    if (others.length > 0) await proveFolders(api, vault, others)
    for (const { id } of others) this.#proved.add(id)
  }

  #below(id: string, seen: ReadonlySet<string> = new Set()): VaultFolder[] {
    if (seen.has(id)) return []
    const above = new Set([...seen, id])
    return this.foldersIn(id).flatMap((folder) => [folder, ...this.#below(folder.id, above)])
  }

  /** What was stored meanwhile; one that was replaced takes the place of what it was. */
  add(file: VaultFile): void {
    const at = this.files.findIndex(({ id }) => id === file.id)
    if (at === -1) this.files.push(file)
    else this.files[at] = file
  }

  /** The folder at a path; undefined where there is none. */
  folderAt(path: string): string | null | undefined {
    let at: string | null = null
    for (const part of normalized(path).split('/').filter(Boolean)) {
      const next: VaultFolder | undefined = this.foldersIn(at).find(({ name }) => name === storedName(part))
      if (!next) return undefined
      at = next.id
    }
    return at
  }

  /** All files below a folder, at any depth, with their paths from that folder on. */
  filesBelow(id: string, seen: ReadonlySet<string> = new Set()): { file: VaultFile; path: string }[] {
    // A server that closed a circle must not hang the program.
    if (seen.has(id)) return []
    const above = new Set([...seen, id])
    const own = this.filesIn(id).map((file) => ({ file, path: safeFileName(file.name) }))
    const deeper = this.foldersIn(id).flatMap((folder) =>
      this.filesBelow(folder.id, above).map(({ file, path }) => ({
        file,
        path: joined(safeFileName(folder.name), path),
      })),
    )
    return [...own, ...deeper]
  }

  /** Paths of all folders below a folder, from that folder on, each after the one it lies in. */
  foldersBelow(id: string, seen: ReadonlySet<string> = new Set()): string[] {
    if (seen.has(id)) return []
    const above = new Set([...seen, id])
    return this.foldersIn(id).flatMap((folder) => {
      const name = safeFileName(folder.name)
      return [name, ...this.foldersBelow(folder.id, above).map((path) => joined(name, path))]
    })
  }

  /**
   * Finds a file or folder by its id, by its path, or a file anywhere by its name.
   * @throws {CommandError} when there is none, or when the text stands for several.
   */
  find(wanted: string): Found {
    const path = normalized(wanted)
    const id = wanted.toLowerCase()
    const found: Found[] = [
      ...this.files.filter((file) => file.id === id || this.pathOf(file) === path).map(asFound),
      ...this.folders
        .filter((folder) => folder.id === id || this.pathOfFolder(folder.id) === path)
        .map((folder): Found => ({ kind: 'folder', folder })),
    ]
    if (found.length === 0) found.push(...this.files.filter(({ name }) => name === path).map(asFound))
    const [only] = found
    if (!only) throw new CommandError(`There is no file or folder ${printable(wanted)}.`, EXIT.notFound)
    if (found.length > 1) throw this.#several(wanted, found)
    return only
  }

  /** @throws {CommandError} as `find`, and for a folder. */
  findFile(wanted: string): VaultFile {
    const found = this.find(wanted)
    if (found.kind === 'folder') throw usageError(`${printable(wanted)} is a folder; this command takes files.`)
    return found.file
  }

  /** @throws {CommandError} as `find`, and for a file. */
  findFolder(wanted: string): VaultFolder {
    const found = this.find(wanted)
    if (found.kind === 'file') throw usageError(`${printable(wanted)} is a file, not a folder.`)
    return found.folder
  }

  /**
   * Finds or makes each folder of a path, as `mkdir -p`.
   * @returns the last one; null for the top.
   * @throws {VaultError} `folder_refused` for one that is there, and is not what is signed about it.
   */
  async makeFolders({ api, vault }: Opened, path: string, from: string | null = null): Promise<string | null> {
    let at = from
    for (const part of normalized(path).split('/').filter(Boolean)) {
      const checked = checkFileName(part)
      if ('problem' in checked) throw usageError(`${printable(part)} cannot be used as the name of a folder.`)
      const existing = this.foldersIn(at).find(({ name }) => name === checked.name)
      if (existing) await this.proveFolders({ api, vault }, [existing])
      at = (existing ?? (await this.#make({ api, vault }, checked.name, at))).id
    }
    return at
  }

  async #make(
    { api, vault }: Pick<Opened, 'api' | 'vault'>,
    name: string,
    parentId: string | null,
  ): Promise<VaultFolder> {
    const folder = await createFolder(api, vault, { name, parentId, spaceId: this.spaceId })
    this.folders.push(folder)
    this.#byId.set(folder.id, folder)
    this.#proved.add(folder.id)
    this.#paths.set(folder.id, joined(this.pathOfFolder(parentId), safeFileName(name)))
    return folder
  }

  #several(wanted: string, found: readonly Found[]): CommandError {
    const lines = found.map((each) =>
      each.kind === 'file'
        ? `  ${each.file.id}  ${printable(this.pathOf(each.file))}  added ${each.file.createdAt}`
        : `  ${each.folder.id}  ${printable(this.pathOfFolder(each.folder.id))}/`,
    )
    return new CommandError(
      `${found.length} things are called ${printable(wanted)}. Name one by its path or id:\n${lines.join('\n')}`,
    )
  }
}

export const asFound = (file: VaultFile): Found => ({ kind: 'file', file })
const joined = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)
const normalized = (path: string): string => path.normalize('NFC').replaceAll(/^\/+|\/+$/g, '')

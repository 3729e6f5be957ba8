/** Slots of uploads: who has most makes room for who has fewer. */
import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createArrivals, type Sender } from '../../api/arrivals.ts'

type Upload = { readonly request: IncomingMessage; bytesRead: number; isEnded: boolean }

function anUpload(): Upload {
  const upload = { bytesRead: 0, isEnded: false }
  const socket = {
    get bytesRead() {
      return upload.bytesRead
    },
    writable: true,
    once: () => socket,
    on: () => socket,
    write: () => true,
    end: () => {
      upload.isEnded = true
      return socket
    },
    destroy: () => {
      upload.isEnded = true
      return socket
    },
    destroySoon: () => {
      upload.isEnded = true
    },
  }
  const request = { complete: false, readableLength: 0, socket } as unknown as IncomingMessage
  return Object.assign(upload, { request })
}

const platform = (name: string): Sender => ({ key: name, isKnown: true, platformId: name })

test('two platforms that hold every slot make room for a third: the slowest of either is ended', async () => {
  let at = 0
  const arrivals = createArrivals(8, undefined, () => at)
  const never = (): Promise<void> => new Promise(() => undefined)
  const uploads = [...'aaaabbbb'].map((name) => {
    const upload = anUpload()
    void arrivals.upload(upload.request, platform(name), never)
    return upload
  })
  // All of them arrive, the third one slowest.
  for (at = 500; at <= 4_000; at += 500) {
    for (const [index, upload] of uploads.entries()) upload.bytesRead += index === 2 ? 500 : 9_000
  }
  await expect(
    arrivals.upload(anUpload().request, platform('c'), async () => 'taken'),
  ).resolves.toBe('taken')
  expect(uploads.map(({ isEnded }) => isEnded)).toEqual(uploads.map((_, index) => index === 2))
  // Of a platform that has as many as the others, nobody is ended for one more.
  await expect(arrivals.upload(anUpload().request, platform('b'), never)).rejects.toThrow()
})

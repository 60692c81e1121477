import { MintForm, MintsBody, UpdateNftForm } from '#contract/schemas/minting.ts'
import { KeepCopyBody, KeepCopyReply } from '#contract/schemas/permanence.ts'
import { PinMediaForm, PinMediaReply, PinsQuery, PinsReply } from '#contract/schemas/pins.ts'
import { StatusReply } from '#contract/schemas/profiles.ts'
import { routes } from '#contract/addresses.ts'
import { SignedReply } from '#contract/schemas/sign-requests.ts'
import {
  BeginUploadBody,
  CancelUploadBody,
  CompleteUploadBody,
  CompleteUploadReply,
  SignPartsBody,
  SignPartsReply,
  UploadParams,
  UploadProgressReply,
  UploadReply,
} from '#contract/schemas/uploads.ts'
import type { Operation } from './operation.ts'

const create = { tag: 'Creating', auth: 'session', keyed: true } as const

export const mintingOperations = {
  mintNft: {
    ...routes.mintNft,
    ...create,
    limit: 'sign',
    summary: 'Mint an NFT: files and metadata are stored and pinned, the mint is signed in the wallet',
    form: MintForm,
    reply: SignedReply,
  },
  mintNfts: {
    ...routes.mintNfts,
    ...create,
    limit: 'sign',
    summary: 'Mint up to 8 NFTs of uploaded files with one signature; each succeeds or fails on its own',
    body: MintsBody,
    largeBody: true,
    reply: SignedReply,
  },
  updateNft: {
    ...routes.updateNft,
    ...create,
    limit: 'sign',
    summary: 'Give a mutable NFT of one’s own making new metadata',
    form: UpdateNftForm,
    reply: SignedReply,
  },
  beginUpload: {
    ...routes.beginUpload,
    ...create,
    summary: 'Begin the upload of a file, in parts, straight to the media store',
    body: BeginUploadBody,
    reply: UploadReply,
  },
  signUploadParts: {
    ...routes.signUploadParts,
    ...create,
    summary: 'Fresh addresses for parts of an upload',
    params: UploadParams,
    body: SignPartsBody,
    reply: SignPartsReply,
  },
  completeUpload: {
    ...routes.completeUpload,
    ...create,
    summary: 'End an upload: the file is checked, and named by its CID',
    params: UploadParams,
    body: CompleteUploadBody,
    reply: CompleteUploadReply,
  },
  getUpload: {
    ...routes.getUpload,
    tag: 'Creating',
    auth: 'session',
    summary: 'State of an upload, and how much of the file has been checked',
    params: UploadParams,
    reply: UploadProgressReply,
  },
  cancelUpload: {
    ...routes.cancelUpload,
    ...create,
    summary: 'Cancel an upload',
    params: UploadParams,
    body: CancelUploadBody,
    reply: StatusReply,
  },
  pinMedia: {
    ...routes.pinMedia,
    ...create,
    limit: 'pin',
    summary: 'Store a picture, film or PDF and pin it to IPFS; answers its CID',
    form: PinMediaForm,
    reply: PinMediaReply,
  },
  getPins: {
    ...routes.getPins,
    tag: 'Creating',
    auth: 'session',
    summary: 'State of the files that the connected account has had pinned to IPFS',
    query: PinsQuery,
    reply: PinsReply,
  },
  keepCopy: {
    ...routes.keepCopy,
    ...create,
    limit: 'pin',
    summary: 'Have the IPFS files of an NFT of your own copied and pinned',
    body: KeepCopyBody,
    reply: KeepCopyReply,
  },
} as const satisfies Record<string, Operation>

// Viewer of 3D models that runs in its own frame (worker/handlers/play.ts): receives a model from the page and renders
// it.
import {
  ACESFilmicToneMapping,
  AnimationMixer,
  Box3,
  LoadingManager,
  PerspectiveCamera,
  PMREMGenerator,
  Scene,
  Sphere,
  Timer,
  WebGLRenderer,
} from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js'
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js'
import { DRACOLoader } from 'three/addons/loaders/DRACOLoader.js'
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'
import type { ModelDecoder } from './model-decoder.ts'

interface Order {
  /** GLB, or glTF with embedded data. */
  model: ArrayBuffer
  label: string
  /** True if the model does not rotate automatically. */
  isCalm: boolean
  /** Decompresses a model; null if the model needs none. */
  decoder: ModelDecoder | null
}

const tell = (state: 'ready' | 'shown' | 'failed') => window.parent.postMessage(state, '*')

/** Radians by which an arrow key turns the model. */
const keyTurn = Math.PI / 16
const keyZoom = 1.2

function isOrder(value: unknown): value is Order {
  return typeof value === 'object' && value !== null && 'model' in value && value.model instanceof ArrayBuffer
}

/** Creates a loader that refuses every URL outside the model itself. */
function createLoader(decoder: ModelDecoder | null): GLTFLoader {
  const manager = new LoadingManager()
  manager.setURLModifier((address) => {
    if (/^(blob|data):/.test(address)) return address
    throw new Error('Models load no other files.')
  })
  const loader = new GLTFLoader(manager).setMeshoptDecoder(MeshoptDecoder)
  if (decoder === null) return loader
  const addressOf = (bytes: ArrayBuffer) => URL.createObjectURL(new Blob([bytes]))
  const paths = { js: addressOf(decoder.script), wasm: addressOf(decoder.program) }
  return loader.setDRACOLoader(new DRACOLoader(manager).setDecoderPath(paths))
}

async function show({ model, label, isCalm, decoder }: Order): Promise<void> {
  const renderer = new WebGLRenderer({ antialias: true, alpha: true })
  renderer.toneMapping = ACESFilmicToneMapping
  renderer.setPixelRatio(Math.min(devicePixelRatio, 2))
  const canvas = renderer.domElement
  canvas.tabIndex = 0
  canvas.setAttribute('role', 'img')
  canvas.setAttribute('aria-label', label)
  const { scene: work, animations } = await createLoader(decoder).parseAsync(model, '')
  const { center, radius } = new Box3().setFromObject(work).getBoundingSphere(new Sphere())
  if (!(radius > 0) || !Number.isFinite(radius)) throw new Error('The model is empty.')
  const scene = new Scene()
  scene.environment = new PMREMGenerator(renderer).fromScene(new RoomEnvironment()).texture
  scene.add(work)
  const camera = new PerspectiveCamera(40, 1, radius / 100, radius * 100)
  const distance = radius / Math.sin((camera.fov / 2) * (Math.PI / 180))
  camera.position.set(0.5, 0.35, 1).normalize().multiplyScalar(distance).add(center)
  const controls = new OrbitControls(camera, canvas)
  controls.target.copy(center)
  controls.minDistance = radius / 10
  controls.maxDistance = radius * 20
  controls.enableDamping = !isCalm
  controls.saveState()
  document.body.appendChild(canvas)
  const mixer = new AnimationMixer(work)
  const [movement] = isCalm ? [] : animations
  if (movement !== undefined) mixer.clipAction(movement).play()
  let isDrawn = false
  const fitModel = () => {
    const { innerWidth, innerHeight } = window
    renderer.setSize(innerWidth, innerHeight, false)
    camera.aspect = innerWidth / innerHeight
    camera.updateProjectionMatrix()
    isDrawn = false
  }
  window.addEventListener('resize', fitModel)
  fitModel()
  const offset = camera.position.clone()
  const turn = (around: number, up: number, zoom = 1) => {
    offset.copy(camera.position).sub(center)
    const length = offset.length()
    const polar = Math.min(Math.max(Math.acos(offset.y / length) - up, 0.05), Math.PI - 0.05)
    const azimuth = Math.atan2(offset.x, offset.z) + around
    camera.position.setFromSphericalCoords(length * zoom, polar, azimuth).add(center)
  }
  const keys: Record<string, () => void> = {
    ArrowLeft: () => turn(-keyTurn, 0),
    ArrowRight: () => turn(keyTurn, 0),
    ArrowUp: () => turn(0, keyTurn),
    ArrowDown: () => turn(0, -keyTurn),
    '+': () => turn(0, 0, 1 / keyZoom),
    '=': () => turn(0, 0, 1 / keyZoom),
    '-': () => turn(0, 0, keyZoom),
    '0': () => controls.reset(),
  }
  canvas.addEventListener('keydown', (event) => {
    const act = keys[event.key]
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act()
  })
  const timer = new Timer()
  renderer.setAnimationLoop((time) => {
    timer.update(time)
    mixer.update(timer.getDelta())
    // Render only when something has changed.
    if (!controls.update() && isDrawn && movement === undefined) return
    renderer.render(scene, camera)
    isDrawn = true
  })
}

window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
  if (source !== window.parent || !isOrder(data)) return
  show(data).then(
    () => tell('shown'),
    () => tell('failed'),
  )
})
tell('ready')

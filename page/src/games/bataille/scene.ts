// Draws the arena in three dimensions. The server decides where the dice lie.
import * as THREE from "three";
import { RoundedBoxGeometry } from "three/examples/jsm/geometries/RoundedBoxGeometry.js";
import { drawing } from "../../components/icons";
import { settings } from "../../client/settings.svelte";
import { bowl } from "./bowl";
import { EDGE, FLOOR, HEIGHT, RIM, type Die } from "./poses";
import { ICONS, TINTS, type Face } from "./view";

export interface Target {
  x: number;
  y: number;
  angle: number;
  strength: number;
}
const TILT = 54,
  ABOVE = 86;
const TRIALS = 2,
  SLOW = 25; // pictures that are timed, and the milliseconds beyond which a machine draws simply
const BY_HAND = /swiftshader|llvmpipe|software|basic render/i; // drawn without a graphics card
const COARSE = 0.6;

export class Scene {
  private readonly renderer: THREE.WebGLRenderer;
  private readonly scene = new THREE.Scene();
  private readonly camera = new THREE.PerspectiveCamera(30, 1, 1, 200);
  private readonly box = new RoundedBoxGeometry(EDGE, EDGE, EDGE, 3, 0.2);
  private readonly rings = new THREE.TorusGeometry(1.28, 0.05, 6, 40);
  private readonly ice = new THREE.MeshBasicMaterial({ color: 0xaee3f5 });
  private readonly dice: THREE.Mesh[] = [];
  private readonly held: THREE.Mesh[] = [];
  private readonly materials: THREE.Material[];
  private readonly aim = new THREE.Group();
  private readonly hand: THREE.Mesh;
  private readonly arc = new THREE.Line(
    new THREE.BufferGeometry(),
    new THREE.LineDashedMaterial({ color: 0xffe9bd, dashSize: 0.4, gapSize: 0.34 }),
  );
  private due = 0;
  private drawn = 0; // pictures
  private tilt = TILT;
  private turn = 0; // degrees, from the own side
  private side = 270;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    sides: readonly Face[],
  ) {
    const slow = settings.drawing === "auto" ? isDrawnByHand() : settings.drawing === "plain";
    this.renderer = new THREE.WebGLRenderer({ canvas, alpha: true, antialias: !slow });
    if (slow || settings.drawing === "fine") this.drawn = TRIALS;
    this.renderer.setPixelRatio(slow ? COARSE : Math.min(2, devicePixelRatio));
    this.renderer.shadowMap.enabled = !slow;
    this.renderer.shadowMap.type = THREE.PCFSoftShadowMap;
    this.materials = sides.map(
      (face) => new THREE.MeshStandardMaterial({ map: faceTexture(face), roughness: 0.45 }),
    );
    this.camera.up.set(0, 0, 1);
    this.scene.add(bowl(), ...lights(), this.aim, this.arc);
    this.hand = new THREE.Mesh(
      this.box,
      this.materials.map((material) =>
        Object.assign(material.clone(), { transparent: true, opacity: 0.86 }),
      ),
    );
    this.aim.add(...sight(), this.hand);
    this.aim.visible = this.arc.visible = false;
    this.warm();
  }

  /** Prepares what a throw needs: programs, pictures of the faces, a die. */
  private warm(): void {
    this.addDie();
    this.dice.forEach((die) => {
      die.visible = false;
    });
    this.held.forEach((ring) => {
      ring.visible = false;
    });
    this.renderer.compile(this.scene, this.camera);
    this.scene.traverse((part) => {
      for (const material of part instanceof THREE.Mesh ? [part.material].flat() : [])
        if (material instanceof THREE.MeshStandardMaterial && material.map)
          this.renderer.initTexture(material.map);
    });
  }

  resize(width: number, height: number): void {
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / Math.max(1, height);
    this.place();
  }

  /** From the own side of the table; turned by `turn` degrees; from straight above or not. */
  look(side: number, turn: number, above: boolean): void {
    this.side = side;
    this.turn = turn;
    this.tilt = above ? ABOVE : TILT;
    this.place();
  }

  private place(): void {
    const tilt = (this.tilt * Math.PI) / 180,
      way = ((this.side + this.turn) * Math.PI) / 180;
    const wide = 2 * (RIM + 2.2),
      high = 2 * (RIM + 1.5) * Math.sin(tilt) + (HEIGHT + 1.5) * Math.cos(tilt);
    const half = Math.tan((this.camera.fov * Math.PI) / 360);
    const far =
      Math.max(high / 2 / half, wide / 2 / half / this.camera.aspect) + RIM * Math.cos(tilt) * 0.7;
    const middle = new THREE.Vector3(0, 0, 1.2);
    this.camera.position.set(
      far * Math.cos(tilt) * Math.cos(way),
      far * Math.cos(tilt) * Math.sin(way),
      middle.z + far * Math.sin(tilt),
    );
    this.camera.lookAt(middle);
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
    this.draw();
  }

  show(dice: readonly Die[]): void {
    while (this.dice.length < dice.length) this.addDie();
    this.dice.forEach((mesh, i) => {
      const die = dice[i],
        ring = this.held[i] as THREE.Mesh;
      mesh.visible = die !== undefined && die.pose[2] > -3;
      ring.visible = mesh.visible && die?.held === true;
      if (!die) return;
      const [x, y, z, a, b, c, d] = die.pose;
      mesh.position.set(x, y, z);
      mesh.quaternion.set(a, b, c, d).normalize();
      ring.position.set(x, y, z - EDGE / 2 + 0.06);
    });
    this.draw();
  }

  private addDie(): void {
    const mesh = new THREE.Mesh(this.box, this.materials),
      ring = new THREE.Mesh(this.rings, this.ice);
    mesh.castShadow = mesh.receiveShadow = true;
    this.dice.push(mesh);
    this.held.push(ring);
    this.scene.add(mesh, ring);
  }

  target(target: Target | null): void {
    this.aim.visible = this.arc.visible = target !== null;
    if (target) this.point(target);
    this.draw();
  }

  private point({ x, y, angle, strength }: Target): void {
    this.aim.position.set(x, y, 0.05);
    const way = (angle * Math.PI) / 180,
      part = strength / 100;
    const away = 4 + (RIM + 1) * Math.min(1, 1.6 * part),
      height = HEIGHT + 3.5 + 2 * part;
    const hand = new THREE.Vector3(away * Math.cos(way), away * Math.sin(way), height);
    this.hand.position.set(hand.x - x, hand.y - y, hand.z);
    this.hand.rotation.set(0.5, 0.4, way);
    const down = new THREE.Vector3(x, y, 0.1),
      bend = hand
        .clone()
        .lerp(down, 0.5)
        .setZ(height * (0.95 - 0.3 * part));
    this.arc.geometry.dispose();
    this.arc.geometry = new THREE.BufferGeometry().setFromPoints(
      new THREE.QuadraticBezierCurve3(hand, bend, down).getPoints(40),
    );
    this.arc.computeLineDistances();
  }

  /** The place of the floor under a point of the canvas, in centimetres; null: beside it. */
  floorAt(left: number, top: number): { x: number; y: number } | null {
    const box = this.canvas.getBoundingClientRect();
    const ray = new THREE.Raycaster();
    ray.setFromCamera(
      new THREE.Vector2(
        (2 * (left - box.left)) / box.width - 1,
        1 - (2 * (top - box.top)) / box.height,
      ),
      this.camera,
    );
    const found = ray.ray.intersectPlane(
      new THREE.Plane(new THREE.Vector3(0, 0, 1), 0),
      new THREE.Vector3(),
    );
    return found && Math.hypot(found.x, found.y) < 4 * FLOOR ? { x: found.x, y: found.y } : null;
  }

  /** Where on the canvas a die is seen, in pixels. */
  spot(die: Die): { left: number; top: number } {
    const seen = new THREE.Vector3(die.pose[0], die.pose[1], die.pose[2]).project(this.camera);
    return {
      left: ((seen.x + 1) / 2) * this.canvas.clientWidth,
      top: ((1 - seen.y) / 2) * this.canvas.clientHeight,
    };
  }

  private draw(): void {
    this.due ||= requestAnimationFrame(() => {
      this.due = 0;
      const began = performance.now();
      this.renderer.render(this.scene, this.camera);
      if (this.drawn++ < TRIALS) this.judge(began);
    });
  }

  /** Without a graphics card: no shadows, and coarser, so that a move is soon on the screen. */
  private judge(began: number): void {
    const gl = this.renderer.getContext();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4)); // waits
    if (this.drawn < TRIALS || performance.now() - began < SLOW) return;
    this.renderer.shadowMap.enabled = false;
    this.scene.traverse((part) => {
      if (part instanceof THREE.Mesh)
        for (const material of [part.material as THREE.Material | THREE.Material[]].flat())
          material.needsUpdate = true;
    });
    this.renderer.setPixelRatio(COARSE);
    this.draw();
  }

  close(): void {
    cancelAnimationFrame(this.due);
    this.due = -1;
    this.renderer.dispose();
  }
}

function isDrawnByHand(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2");
  const named = gl?.getExtension("WEBGL_debug_renderer_info");
  const by = gl && named ? String(gl.getParameter(named.UNMASKED_RENDERER_WEBGL)) : "";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return BY_HAND.test(by);
}

function lights(): THREE.Object3D[] {
  const lamp = new THREE.DirectionalLight(0xffedd0, 2.5);
  lamp.position.set(-7, 4, 22);
  lamp.castShadow = true;
  lamp.shadow.mapSize.set(1024, 1024);
  lamp.shadow.radius = 4;
  Object.assign(lamp.shadow.camera, { left: -12, right: 12, top: 12, bottom: -12 });
  return [new THREE.HemisphereLight(0xf4ead3, 0x24384a, 1.5), lamp];
}

function sight(): THREE.Object3D[] {
  const brass = new THREE.MeshBasicMaterial({
    color: 0xffcf75,
    transparent: true,
    opacity: 0.9,
    side: THREE.DoubleSide,
  });
  const ring = new THREE.Mesh(new THREE.RingGeometry(1.45, 1.56, 48), brass),
    dot = new THREE.Mesh(new THREE.CircleGeometry(0.3, 20), brass);
  const ticks = [0, 1, 2, 3].map((k) => {
    const tick = new THREE.Mesh(new THREE.PlaneGeometry(0.9, 0.1), brass);
    tick.position.set(1.75 * Math.cos((k * Math.PI) / 2), 1.75 * Math.sin((k * Math.PI) / 2), 0);
    tick.rotation.z = (k * Math.PI) / 2;
    return tick;
  });
  return [ring, dot, ...ticks];
}

function faceTexture(face: Face): THREE.CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 256;
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  const ivory = pen.createLinearGradient(0, 0, 256, 256);
  ivory.addColorStop(0, "#fff9ea");
  ivory.addColorStop(1, TINTS[face]);
  pen.fillStyle = ivory;
  pen.fillRect(0, 0, 256, 256);
  pen.fillStyle = "#1c120a";
  pen.translate(36, 36);
  pen.scale(184 / 512, 184 / 512);
  pen.fill(new Path2D(drawing(ICONS[face])));
  const map = new THREE.CanvasTexture(canvas);
  map.colorSpace = THREE.SRGBColorSpace;
  map.anisotropy = 4;
  return map;
}

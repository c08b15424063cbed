// The octagonal bowl of wood with its floor of foam.
import * as THREE from "three";
import { FLOOR, HEIGHT, RIM, WALLS } from "./poses";

const THICK = 0.95;
const BASE = -1.6;

export function bowl(): THREE.Group {
  const group = new THREE.Group();
  const wood = [0x6b4327, 0x5f3b22, 0x74492b, 0x64402a, 0x6b4327, 0x5f3b22, 0x74492b, 0x64402a];
  for (let k = 0; k < WALLS; k++) {
    const colour = wood[k] ?? 0x6b4327;
    group.add(
      board(k, [FLOOR, 0], [RIM, HEIGHT], colour),
      board(k, [RIM, HEIGHT], [RIM + THICK, HEIGHT], 0x8a5a35),
      board(k, [RIM + THICK, HEIGHT], [FLOOR + THICK, BASE], 0x3a2414),
      inlay(k),
    );
  }
  group.add(foam());
  return group;
}

function corner(k: number, [away, height]: readonly [number, number]): THREE.Vector3 {
  const angle = (2 * Math.PI * (k + 0.5)) / WALLS,
    far = away / Math.cos(Math.PI / WALLS);
  return new THREE.Vector3(far * Math.cos(angle), far * Math.sin(angle), height);
}

function board(
  k: number,
  low: readonly [number, number],
  high: readonly [number, number],
  colour: number,
): THREE.Mesh {
  const [a, b, c, d] = [corner(k - 1, low), corner(k, low), corner(k, high), corner(k - 1, high)];
  const shape = new THREE.BufferGeometry().setFromPoints([a, b, c, a, c, d]);
  shape.computeVertexNormals();
  const mesh = new THREE.Mesh(
    shape,
    new THREE.MeshStandardMaterial({
      color: colour,
      emissive: colour,
      emissiveIntensity: 0.34,
      roughness: 0.72,
      metalness: 0.04,
      side: THREE.DoubleSide,
      flatShading: true,
    }),
  );
  mesh.receiveShadow = true;
  return mesh;
}

/** A line of brass along the wall. */
function inlay(k: number): THREE.Line {
  const at: readonly [number, number] = [FLOOR + (RIM - FLOOR) * 0.72 - 0.03, HEIGHT * 0.72];
  const a = corner(k - 1, at),
    b = corner(k, at);
  const line = new THREE.BufferGeometry().setFromPoints([
    a.clone().lerp(b, 0.12),
    b.clone().lerp(a, 0.12),
  ]);
  return new THREE.Line(
    line,
    new THREE.LineBasicMaterial({ color: 0xc79a4b, transparent: true, opacity: 0.75 }),
  );
}

function foam(): THREE.Mesh {
  const disc = new THREE.CircleGeometry(FLOOR / Math.cos(Math.PI / WALLS), WALLS, Math.PI / WALLS);
  const map = new THREE.CanvasTexture(rosette());
  map.colorSpace = THREE.SRGBColorSpace;
  map.anisotropy = 4;
  const mesh = new THREE.Mesh(disc, new THREE.MeshStandardMaterial({ map, roughness: 0.95 }));
  mesh.receiveShadow = true;
  return mesh;
}

function rosette(): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 512;
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  const light = pen.createRadialGradient(256, 256, 30, 256, 256, 256);
  light.addColorStop(0, "#4d83ab");
  light.addColorStop(0.6, "#2d5a82");
  light.addColorStop(1, "#183450");
  pen.fillStyle = light;
  pen.fillRect(0, 0, 512, 512);
  pen.strokeStyle = "rgb(224 181 101 / .5)";
  pen.lineWidth = 1.6;
  for (const far of [206, 198, 92]) {
    pen.beginPath();
    pen.arc(256, 256, far, 0, 2 * Math.PI);
    pen.stroke();
  }
  pen.strokeStyle = "rgb(224 181 101 / .26)";
  pen.beginPath();
  for (let k = 0; k < WALLS; k++) {
    const at = (i: number): [number, number] => [
      256 + 198 * Math.cos((Math.PI * i) / 4 + Math.PI / 8),
      256 + 198 * Math.sin((Math.PI * i) / 4 + Math.PI / 8),
    ];
    pen.moveTo(...at(k));
    pen.lineTo(...at(k + 3));
  }
  pen.stroke();
  return canvas;
}

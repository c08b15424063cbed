import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/scale.css";
import "./styles/components.css";
import "./styles/seats.css";
import "./styles/pieces.css";
import "./styles/strip.css";
import "./styles/rail.css";
import "./styles/narrow.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { dress } from "./client/settings.svelte";

dress();
mount(App, { target: document.getElementById("room") as HTMLElement });

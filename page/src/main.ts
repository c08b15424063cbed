import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/components.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { dress } from "./client/settings.svelte";

dress();
mount(App, { target: document.getElementById("room") as HTMLElement });

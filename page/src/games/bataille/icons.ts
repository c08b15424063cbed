import drawn from "virtual:icons/cross-mark,frozen-block,explosion-rays,magnet,feather,cycle,fist,arrow-scope,rolling-dices,eyeball,horizontal-flip,vertical-flip,crosshair";
import { draw } from "../../components/icons";

draw(drawn);

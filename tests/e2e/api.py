# SPDX-License-Identifier: Apache-2.0
"""The API server as the stand-in kubelet and the set-up see it: JSON over one kept-alive connection. Tests use kubectl."""

import http.client
import json
import ssl


class ApiError(Exception):
    def __init__(self, status: int, text: str):
        super().__init__(f"{status}: {text}")
        self.status = status


class Api:
    """Not for two threads at once: each thread makes its own by `clone`."""

    def __init__(self, host: str, port: int, token: str):
        self.where = (host, port, token)
        self.connection = None

    def clone(self) -> "Api":
        return Api(*self.where)

    def request(self, method: str, path: str, body=None, content_type: str = "application/json"):
        host, port, token = self.where
        if self.connection is None:
            context = ssl._create_unverified_context()   # the server makes itself a certificate; the network is ours alone
            self.connection = http.client.HTTPSConnection(host, port, timeout=10, context=context)
        headers = {"Authorization": f"Bearer {token}", "Accept": "application/json", "Content-Type": content_type}
        try:
            self.connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = self.connection.getresponse()
            data = answer.read()
        except (OSError, http.client.HTTPException):
            self.connection.close()
            self.connection = None
            raise
        if answer.status >= 400:
            raise ApiError(answer.status, data.decode(errors="replace"))
        return json.loads(data) if data[:1] in (b"{", b"[") else data.decode()

    def get(self, path: str):
        try:
            return self.request("GET", path)
        except http.client.RemoteDisconnected:   # the API server was restarted since the last request
            return self.request("GET", path)

    def post(self, path: str, body):
        return self.request("POST", path, body)

    def merge(self, path: str, body):
        return self.request("PATCH", path, body, "application/merge-patch+json")

    def patch(self, path: str, body):
        """Strategic merge: lists such as conditions are merged by their keys."""
        return self.request("PATCH", path, body, "application/strategic-merge-patch+json")

    def delete_now(self, path: str, uid: str):
        return self.request("DELETE", path, {"kind": "DeleteOptions", "apiVersion": "v1",
                                             "gracePeriodSeconds": 0, "preconditions": {"uid": uid}})
